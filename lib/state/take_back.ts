// Copyright 2026 the lnk authors. MIT license.

/**
 * Undoes an unpack that did not come to its end.
 *
 * @module
 */

import { type Disk, durableRemove } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { hasStaging, removeStaging } from "./clean.ts";
import { placesIn, refuseLinks, unfinished } from "./home.ts";
import { type Move, readJournal, syncParents } from "./journal.ts";
import { tilde } from "./paths.ts";
import { printOf } from "./print.ts";

/**
 * Undoes an unpack that did not come to its end, and removes what it staged.
 *
 * @param disk Where.
 * @param home A home without links, whose lock is held.
 * @throws {LnkError} `state/unfinished` if what was moved has been changed
 *   since, or the folder is not an unpack's: then nothing is touched.
 *   `state/half-done` if it could not be undone. `disk/...`.
 */
export async function takeBack(disk: Disk, home: string): Promise<void> {
  if (!hasStaging(disk, home)) return;
  const moves = readJournal(disk, home);
  if (moves) await undoAll(disk, home, moves);
  removeStaging(disk, home);
}

async function undoAll(
  disk: Disk,
  home: string,
  moves: readonly Move[],
): Promise<void> {
  try {
    undo(disk, home, await inspectAll(disk, home, moves));
  } catch (cause) {
    const changed = cause instanceof LnkError &&
      cause.code === "state/unfinished";
    throw changed ? cause : halfDone(home, cause);
  }
}

/** What is known of a move that may have been made, in part or not at all. */
interface Made {
  readonly path: string;
  readonly number: number;
  /** Whether the new thing stands in its place: under that name alone, or under a second name. */
  readonly moved: "whole" | "linked" | undefined;
  /** Whether the old one waits in the staging folder. */
  readonly aside: boolean;
}

/** Looks before anything is touched: what has been changed since belongs to somebody. */
async function inspectAll(
  disk: Disk,
  home: string,
  moves: readonly Move[],
): Promise<Made[]> {
  const all: Made[] = [];
  for (const [number, move] of moves.entries()) {
    const made = attempt(
      "look at",
      tilde(move.path),
      () => inspect(disk, home, { ...move, number }),
    );
    if (made.moved || made.aside) {
      refuseLinks(disk, home, move.path);
      await refuseChanged(disk, home, { ...move, ...made });
      all.push(made);
    }
  }
  return all;
}

function inspect(
  disk: Disk,
  home: string,
  { path, number }: Move & Pick<Made, "number">,
): Made {
  const { fresh, old } = placesIn(home);
  const staged = disk.lstat(`${fresh}/${path}`);
  const linked = staged?.kind === "file" &&
    disk.lstat(`${home}/${path}`)?.id === staged.id;
  const moved = staged ? linked ? "linked" : undefined : "whole";
  const aside = disk.lstat(`${old}/${number}`) !== undefined;
  return { path, number, moved, aside };
}

async function refuseChanged(
  disk: Disk,
  home: string,
  { path, moved, print }: Move & Made,
): Promise<void> {
  const now = await printOf(disk, `${home}/${path}`);
  if (now === (moved ? print : undefined)) return;
  throw unfinished(
    home,
    `an unpack was cut off, and ${tilde(path)} was changed since`,
  );
}

function undo(disk: Disk, home: string, made: readonly Made[]): void {
  const { fresh, old, journal } = placesIn(home);
  for (const { path, number, moved, aside } of made.toReversed()) {
    const target = `${home}/${path}`;
    if (moved === "whole") disk.rename(target, `${fresh}/${path}`);
    if (moved === "linked") disk.remove(target);
    if (aside) disk.rename(`${old}/${number}`, target);
  }
  syncParents(disk, home, made);
  durableRemove(disk, journal);
}

function halfDone(home: string, cause: unknown): LnkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LnkError(
    "unable",
    "state/half-done",
    `Cannot take back an unpack into ${quote(home)}, ` +
      `which may hold a part of the archive: ${reason}`,
    { cause },
  );
}
