// Copyright 2026 the lnk authors. MIT license.

/**
 * Moves what was staged into place, with a journal that takes it back.
 *
 * A rename is whole, several are not. So what will be moved is written down,
 * durably, before the first rename; an unpack that finds such a journal undoes
 * what it lists before it does anything else. Removing the journal is what
 * makes an unpack final.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import {
  type Disk,
  durableRemove,
  durableWrite,
  type Entry,
  type Host,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { ancestors, STAGING, tilde } from "./paths.ts";

/** One rename, and what to know to undo it. */
export interface Move {
  /** Where it goes, below the home. */
  readonly path: string;
  /** Whether a file stands there that is set aside. */
  readonly replaces: boolean;
  /** What goes there, to tell whether it was changed since. */
  readonly print: Print;
}

/** A tree at a glance: any change in it changes this, unless a clock was turned back. */
export interface Print {
  /** Device and inode of its top. */
  readonly id: string;
  /** Files and folders in it. */
  readonly entries: number;
  /** Bytes in its files. */
  readonly bytes: number;
  /** The latest change of any of them, in milliseconds since 1970. */
  readonly latest: number;
}

/** The places of an unpack in a home. */
export interface Places {
  /** The private folder of the unpack. */
  readonly staging: string;
  /** What was unpacked and is not moved yet. */
  readonly fresh: string;
  /** What was replaced, by the number of its move. */
  readonly old: string;
  /** What is about to be moved. */
  readonly journal: string;
}

/**
 * The places of an unpack.
 *
 * @param home A home without links.
 * @returns Paths in it.
 */
export function placesIn(home: string): Places {
  const staging = `${home}/${STAGING}`;
  return {
    staging,
    fresh: `${staging}/new`,
    old: `${staging}/old`,
    journal: `${staging}/journal`,
  };
}

/**
 * Refuses a home in which an unpack is half-done.
 *
 * @param disk Where.
 * @param home A home without links.
 * @throws {LnkError} `state/unfinished`.
 */
export function refuseUnfinished(disk: Disk, home: string): void {
  const { journal } = placesIn(home);
  if (!attempt("look at", journal, () => disk.lstat(journal))) return;
  throw unfinished(home, "an unpack is at work there, or was cut off");
}

/**
 * The refusal of a home in which an unpack is half-done.
 *
 * @param home The home.
 * @param state What is known of it.
 * @param cause Why no more is known.
 * @returns An error of code `state/unfinished`.
 */
export function unfinished(
  home: string,
  state: string,
  cause?: unknown,
): LnkError {
  return new LnkError(
    "refused",
    "state/unfinished",
    `Cannot use ${quote(home)} as the home: ${state}`,
    { cause },
  );
}

/**
 * Looks at a tree without following links.
 *
 * @param disk Where.
 * @param path Its top.
 * @returns What it comes to, or `undefined` where nothing stands.
 */
export function printOf(disk: Disk, path: string): Print | undefined {
  const top = disk.lstat(path);
  if (!top) return undefined;
  const sum = { id: top.id, entries: 0, bytes: 0, latest: 0 };
  const add = (at: string, entry: Entry) => {
    sum.entries++;
    sum.latest = Math.max(sum.latest, entry.modified);
    if (entry.kind === "file") sum.bytes += entry.size;
    if (entry.kind !== "folder") return;
    for (const name of disk.list(at)) {
      const inner = disk.lstat(`${at}/${name}`);
      if (inner) add(`${at}/${name}`, inner);
    }
  };
  add(path, top);
  return sum;
}

/**
 * Moves what is staged into place, all of it for good or none of it.
 *
 * @param host The disk, and the randomness of the journal's unfinished name.
 * @param home A home without links, whose lock is held.
 * @param moves What to move, each where nothing stands or a file is replaced.
 * @throws {LnkError} `state/through-link`, `disk/...`. Run
 *   {@linkcode takeBack} then.
 */
export function moveIn(
  host: Pick<Host, "disk" | "random">,
  home: string,
  moves: readonly Move[],
): void {
  const { disk } = host;
  const places = placesIn(home);
  attempt("sync", home, () => {
    disk.syncFolder(places.staging);
    disk.syncFolder(home);
  });
  durableWrite(host, places.journal, toJournal(moves));
  for (const [number, { path, replaces }] of moves.entries()) {
    refuseLinks(disk, home, path);
    attempt("move", tilde(path), () => {
      const target = `${home}/${path}`;
      if (replaces) disk.rename(target, `${places.old}/${number}`);
      disk.rename(`${places.fresh}/${path}`, target);
    });
  }
  syncParents(disk, home, moves);
  durableRemove(disk, places.journal);
}

function toJournal(moves: readonly Move[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: 1, moves }));
}

/**
 * Brings the names that moves change to the medium.
 *
 * @param disk Where.
 * @param home A home without links.
 * @param moves What was moved, or moved back.
 */
export function syncParents(
  disk: Disk,
  home: string,
  moves: readonly Move[],
): void {
  const { fresh, old } = placesIn(home);
  const parents = moves.flatMap(({ path }) => [
    dirname(`${home}/${path}`),
    dirname(`${fresh}/${path}`),
  ]);
  for (const folder of new Set([...parents, old])) {
    attempt("sync", folder, () => disk.syncFolder(folder));
  }
}

/**
 * Refuses a path whose way from the home is not made of folders alone.
 *
 * @param disk Where.
 * @param home A home without links.
 * @param path A path below it.
 * @throws {LnkError} `state/through-link`.
 */
export function refuseLinks(disk: Disk, home: string, path: string): void {
  for (const folder of ancestors(path)) {
    const entry = attempt(
      "look at",
      tilde(folder),
      () => disk.lstat(`${home}/${folder}`),
    );
    if (entry?.kind !== "folder") throw throughLink(folder);
  }
}

/**
 * The refusal to write through a link.
 *
 * @param path Where it stands, below the home.
 * @returns An error of code `state/through-link`.
 */
export function throughLink(path: string): LnkError {
  return new LnkError(
    "refused",
    "state/through-link",
    `Cannot unpack into ${quote(tilde(path))}: it is a link, or no folder`,
    { details: { path: tilde(path) } },
  );
}
