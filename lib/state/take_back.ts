// Copyright 2026 the lnk authors. MIT license.

/**
 * Undoes an unpack that did not come to its end.
 *
 * @module
 */

import { type Disk, durableRemove, openPlain, readWhole } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { decodeUtf8 } from "../text.ts";
import {
  type Move,
  placesIn,
  printOf,
  refuseLinks,
  syncParents,
  unfinished,
} from "./journal.ts";
import { insideFault, STAGING, tilde } from "./paths.ts";

/** A journal holds one record a move; no archive needs more. */
const LARGEST_JOURNAL = 1024 ** 3;

/**
 * Undoes an unpack that did not come to its end, and removes what it staged.
 *
 * @param disk Where.
 * @param home A home without links, whose lock is held.
 * @returns Whether anything was there to undo or remove.
 * @throws {LnkError} `state/unfinished` if what was moved has been changed
 *   since: then nothing is touched. `disk/...`.
 */
export function takeBack(disk: Disk, home: string): boolean {
  const places = placesIn(home);
  const standing = attempt(
    "look at",
    places.staging,
    () => disk.lstat(places.staging),
  );
  if (!standing) return false;
  if (standing.kind !== "folder" || standing.uid !== disk.uid) {
    throw unfinished(home, `${STAGING} in it was not made by an unpack`);
  }
  const moves = readJournal(disk, home);
  if (moves) undo(disk, home, moves);
  attempt("remove", places.staging, () => {
    removeTree(disk, places.staging);
    disk.syncFolder(home);
  });
  return true;
}

function readJournal(disk: Disk, home: string): readonly Move[] | undefined {
  const { journal } = placesIn(home);
  using file = openPlain(disk, journal, "read");
  if (!file) return undefined;
  const text = decodeUtf8(readWhole(file, LARGEST_JOURNAL));
  try {
    const { version, moves } = JSON.parse(text ?? "");
    if (version === 1 && moves.every(isMove)) return moves;
  } catch (cause) {
    throw unfinished(home, `${STAGING}/journal in it cannot be read`, cause);
  }
  throw unfinished(home, `${STAGING}/journal in it is of another version`);
}

function isMove(move: Move): boolean {
  return insideFault(move.path) === undefined &&
    typeof move.replaces === "boolean" && typeof move.print.id === "string";
}

/** What is known of a move that may have been made, in part or not at all. */
interface Made {
  readonly move: Move;
  readonly number: number;
  /** Whether the new thing has left the staging folder. */
  readonly moved: boolean;
  /** Whether the old one waits there. */
  readonly aside: boolean;
}

function undo(disk: Disk, home: string, moves: readonly Move[]): void {
  const made = moves.map((move, number) => inspect(disk, home, move, number));
  const { fresh, old } = placesIn(home);
  for (const { move, number, moved, aside } of made.reverse()) {
    const target = `${home}/${move.path}`;
    attempt("take back", tilde(move.path), () => {
      if (moved) disk.rename(target, `${fresh}/${move.path}`);
      if (aside) disk.rename(`${old}/${number}`, target);
    });
  }
  syncParents(
    disk,
    home,
    moves.filter((_, number) => {
      const one = made.find((each) => each.number === number)!;
      return one.moved || one.aside;
    }),
  );
  durableRemove(disk, placesIn(home).journal);
}

/** Looks before anything is touched: what has been changed since belongs to somebody. */
function inspect(
  disk: Disk,
  home: string,
  move: Move,
  number: number,
): Made {
  const { fresh, old } = placesIn(home);
  const target = `${home}/${move.path}`;
  return attempt("look at", tilde(move.path), () => {
    const moved = !disk.lstat(`${fresh}/${move.path}`);
    const aside = disk.lstat(`${old}/${number}`) !== undefined;
    if (moved || aside) refuseLinks(disk, home, move.path);
    const print = printOf(disk, target);
    const same = moved
      ? JSON.stringify(print) === JSON.stringify(move.print)
      : !aside || print === undefined;
    if (same) return { move, number, moved, aside };
    throw unfinished(
      home,
      `an unpack was cut off, and ${tilde(move.path)} was changed since`,
    );
  });
}

/** Removes a tree of ours, whatever the modes in it. */
function removeTree(disk: Disk, path: string): void {
  const entry = disk.lstat(path);
  if (!entry) return;
  if (entry.kind !== "folder") return disk.remove(path);
  if ((entry.mode & 0o700) !== 0o700) disk.chmod(path, 0o700);
  for (const name of disk.list(path)) removeTree(disk, `${path}/${name}`);
  disk.removeFolder(path);
}
