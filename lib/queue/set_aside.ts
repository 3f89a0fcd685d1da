// Copyright 2026 the lnk authors. MIT license.

/**
 * Moving one entry out of the way, whole and for good. Nothing deletes it.
 *
 * @module
 */

import { dirname, join } from "@std/path/posix";
import {
  type Disk,
  durableWrite,
  makePrivateFolder,
  removeStaleTemps,
} from "../disk.ts";
import { attempt, failure, unknownOutcome } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { batchName, doneName, lastNumber, readName } from "./name.ts";
import { alone, delivering, isMade, namesIn, type Queue } from "./place.ts";

/** Where an entry is now. */
export interface Moved {
  /** Its name in the queue. */
  readonly name: string;
  /** Where it was. */
  readonly from: string;
  /** Where it is. */
  readonly to: string;
}

/**
 * Moves an entry, good or bad, to `captures.set-aside/`. Its number is not
 * given again; moved back by hand, it takes its old place.
 *
 * @param queue The queue.
 * @param entry A batch's number, or the name of any entry.
 * @returns Where it is now.
 * @throws {LnkError} `queue/no-such-entry`, `queue/no-number-left`,
 *   `disk/locked`, and as the disk does. After `disk/unknown-outcome` it may stand at either place after a
 *   power cut, never at none.
 */
export async function setAside(queue: Queue, entry: string): Promise<Moved> {
  if (!isMade(queue)) throw noSuchEntry(entry);
  return await delivering(queue, () =>
    alone(queue, () => {
      const { host: { disk }, folder, aside } = queue;
      removeStaleTemps(disk, folder);
      const name = nameOf(queue, entry);
      const from = join(folder, name);
      makePrivateFolder(disk, aside);
      keepNumber(queue, name);
      const to = freePath(disk, join(aside, name));
      move(disk, from, to);
      return { name, from, to };
    }));
}

/**
 * The name of an entry that a person gave by number or name. A name that
 * stands wins: what is called `2` is not batch 2.
 *
 * @param queue The queue.
 * @param entry A number or a name.
 * @returns The name, which stands in the folder.
 * @throws {LnkError} `queue/no-such-entry`, `disk/denied`, `disk/failed`.
 */
export function nameOf(
  { host: { disk }, folder }: Queue,
  entry: string,
): string {
  const asNumber = /^[1-9][0-9]{0,15}$/.test(entry)
    ? [batchName(Number(entry))]
    : [];
  // `./` is written before a name that looks like a flag.
  for (const name of [entry.replace(/^\.\//, ""), ...asNumber]) {
    if (/^\.{0,2}$/.test(name) || /[/\0]/.test(name)) continue;
    const path = join(folder, name);
    const found = attempt("look at", path, () => disk.lstat(path));
    // Of an unfinished file nobody but its writer knows anything.
    if (readName(name).kind === "temp" && found?.kind === "file") continue;
    if (found) return name;
  }
  throw noSuchEntry(entry);
}

/** The last number must not be given again when its file is elsewhere. */
function keepNumber({ host, folder }: Queue, name: string): void {
  const { number, kind } = readName(name);
  const others = namesIn(host.disk, folder).filter((one) => one.name !== name);
  if (number === 0 || number <= lastNumber(others)) return;
  if (kind === "done" && !Number.isSafeInteger(number + 1)) {
    throw lastOfAll(name);
  }
  // Where it is the keeper itself that goes, the next number keeps its place.
  const kept = doneName(kind === "done" ? number + 1 : number);
  durableWrite(host, join(folder, kept), new Uint8Array());
}

function lastOfAll(name: string): LnkError {
  return new LnkError(
    "refused",
    "queue/no-number-left",
    `Cannot set ${quote(name)} aside: nothing else could keep its number`,
  );
}

/** Nothing that was set aside before is replaced. */
function freePath(disk: Disk, path: string): string {
  const stands = (at: string) =>
    attempt("look at", at, () => disk.lstat(at)) !== undefined;
  let free = path;
  for (let copy = 2; stands(free); copy++) free = `${path}.${copy}`;
  return free;
}

/** As `durableMove`, for whatever stands there: a folder, link or pipe as well. */
function move(disk: Disk, from: string, to: string): void {
  try {
    disk.rename(from, to);
  } catch (error) {
    throw failure("move", from, error);
  }
  try {
    for (const path of [to, from]) disk.syncFolder(dirname(path));
  } catch (error) {
    throw unknownOutcome("move", from, error);
  }
}

/**
 * The refusal of an entry that is not there.
 *
 * @param entry What was given.
 * @returns An error of code `queue/no-such-entry`.
 */
export function noSuchEntry(entry: string): LnkError {
  return new LnkError(
    "no",
    "queue/no-such-entry",
    `There is no entry ${quote(entry)} in the queue`,
  );
}
