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
  durableWrite,
  type Host,
  openPlain,
  readWhole,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { decodeUtf8 } from "../text.ts";
import { placesIn, refuseLinks, unfinished } from "./home.ts";
import { insideFault, STAGING } from "./paths.ts";
import { putInPlace } from "./place.ts";

/** One thing that goes into place, and what to know to undo it. */
export interface Move {
  /** Where it goes, below the home. */
  readonly path: string;
  /** Whether a file stands there that is set aside. */
  readonly replaces: boolean;
  /** What goes there at a glance, to tell whether it was changed since. */
  readonly print: string;
}

/** A journal holds one record a move; no archive needs more. */
const LARGEST_JOURNAL = 1024 ** 3;

/**
 * Moves what is staged into place. It is not for good before the journal is
 * removed.
 *
 * @param host The disk, and the randomness of the journal's unfinished name.
 * @param home A home without links, whose lock is held.
 * @param moves What to move, each where nothing stands or a file is replaced.
 * @throws {LnkError} `state/exists`, `state/through-link`, `disk/...`. Take
 *   back what the journal lists then.
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
  for (const [number, move] of moves.entries()) {
    refuseLinks(disk, home, move.path);
    putInPlace(disk, {
      path: move.path,
      from: `${places.fresh}/${move.path}`,
      to: `${home}/${move.path}`,
      ...(move.replaces && { aside: `${places.old}/${number}` }),
    });
  }
  syncParents(disk, home, moves);
}

function toJournal(moves: readonly Move[]): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: 2, moves }));
}

/**
 * Reads what an unpack had begun to move.
 *
 * @param disk Where.
 * @param home A home without links.
 * @returns Its moves, in their order; `undefined` where none had begun.
 * @throws {LnkError} `state/unfinished` for a journal that cannot be read,
 *   `disk/...`.
 */
export function readJournal(
  disk: Disk,
  home: string,
): readonly Move[] | undefined {
  const { journal } = placesIn(home);
  using file = openPlain(disk, journal, "read");
  if (!file) return undefined;
  const text = decodeUtf8(readWhole(file, LARGEST_JOURNAL));
  try {
    const { version, moves } = JSON.parse(text ?? "");
    if (version === 2 && moves.every(isMove)) return moves;
  } catch (cause) {
    const state = `${STAGING}/journal in it cannot be read`;
    throw unfinished(home, state, { cause });
  }
  throw unfinished(home, `${STAGING}/journal in it is of another version`);
}

function isMove({ path, replaces, print }: Move): boolean {
  return insideFault(path) === undefined && typeof replaces === "boolean" &&
    typeof print === "string";
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
  moves: readonly Pick<Move, "path">[],
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
