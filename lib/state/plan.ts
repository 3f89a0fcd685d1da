// Copyright 2026 the lnk authors. MIT license.

/**
 * What a move would carry, found out without opening a file.
 *
 * @module
 */

import type { Disk } from "../disk.ts";
import { realHome, refuseUnfinished } from "./home.ts";
import { ancestors, type StateList, tilde, toRoots } from "./paths.ts";
import { type StateEntry, type Walk, walkRoots } from "./walk.ts";

export type { StateEntry } from "./walk.ts";

/** A file that moves. */
export interface StateFile {
  /** With `~/`, the home. */
  readonly path: string;
  /** Bytes in it. */
  readonly bytes: number;
}

/** What a move would carry, and what not. Paths in lists start with `~/`. */
export interface StatePlan {
  /** The home, without links. */
  readonly home: string;
  /** The includes below the home, without those under another one. */
  readonly roots: readonly string[];
  /** All that moves, every folder before what is in it. */
  readonly entries: readonly StateEntry[];
  /** The files that move, in order of path. */
  readonly files: readonly StateFile[];
  /** What an exclude leaves out: the topmost path only, and the exclude. */
  readonly excluded: readonly { readonly path: string; readonly by: string }[];
  /** Links: never followed, never carried. */
  readonly links: readonly string[];
  /** Pipes, sockets and devices: never carried. */
  readonly others: readonly string[];
  /** Includes at which nothing stands. */
  readonly missing: readonly string[];
  /** Excludes that met nothing, and so leave nothing out: misspelt, or spelled through a link. */
  readonly unmatched: readonly string[];
  /** Bytes in all files. */
  readonly bytes: number;
}

/**
 * Lists what a move carries of a home.
 *
 * @param disk Where to look.
 * @param home The harness's home, which `~` stands for; may be a link itself.
 * @param list What moves.
 * @returns Files, folders, and all that is left out with the reason.
 * @throws {LnkError} `state/path` for a list that names what it may not,
 *   `state/home`, `state/name`, `state/too-large` and `state/too-much` for
 *   what no archive can hold, `disk/denied` and the like for what cannot be
 *   looked at, `state/unfinished` for a home that an unpack left half-done.
 */
export function planState(
  disk: Disk,
  home: string,
  list: StateList,
): StatePlan {
  const roots = toRoots(list);
  const real = realHome(disk, home);
  refuseUnfinished(disk, real);
  return toPlan(walkRoots(disk, real, roots), roots.include);
}

function toPlan(walk: Walk, roots: readonly string[]): StatePlan {
  const { home, excluded, links, others, missing } = walk;
  const entries = [...walk.entries.values()];
  const files = entries.filter(({ kind }) => kind === "file")
    .map(({ path, bytes }) => ({ path: tilde(path), bytes }))
    .sort((a, b) => a.path < b.path ? -1 : 1);
  return {
    home,
    roots,
    entries,
    files,
    excluded,
    links: [...links].sort(),
    others,
    missing,
    unmatched: unmatched(walk),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

/** An exclude below one that left something out has nothing to meet. */
function unmatched({ exclude, excluded }: Walk): string[] {
  const met = new Set(excluded.map(({ by }) => by));
  return [...exclude].filter((path) =>
    ![...ancestors(path), path].some((one) => met.has(tilde(one)))
  ).map(tilde).sort();
}
