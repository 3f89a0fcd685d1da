// Copyright 2026 the lnk authors. MIT license.

/**
 * What a move would carry, found out without opening a file.
 *
 * @module
 */

import type { Disk, Entry } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { attempt } from "../disk/fault.ts";
import { refuseUnfinished } from "./journal.ts";
import {
  ancestors,
  insideFault,
  type Roots,
  type StateList,
  tilde,
  toRoots,
} from "./paths.ts";

/** One thing that moves; its path is below the home. */
export interface StateEntry {
  /** What it is. */
  readonly kind: "file" | "folder";
  /** Such as `.goose/sessions/1.jsonl`. */
  readonly path: string;
  /** Bytes in it; 0 for a folder. */
  readonly bytes: number;
  /** Permission bits, without set-user-id, set-group-id and sticky. */
  readonly mode: number;
  /** When its content changed, in milliseconds since 1970. */
  readonly modified: number;
  /** Device and inode, to tell whether it is still the same when it is packed. */
  readonly id: string;
}

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
  /** Bytes in all files. */
  readonly bytes: number;
}

/** What a walk has found so far. */
interface Walk {
  readonly disk: Disk;
  readonly home: string;
  readonly exclude: ReadonlySet<string>;
  readonly entries: Map<string, StateEntry>;
  readonly excluded: { path: string; by: string }[];
  readonly links: Set<string>;
  readonly others: string[];
  readonly missing: string[];
}

/**
 * Lists what a move carries of a home.
 *
 * @param disk Where to look.
 * @param home The harness's home, which `~` stands for; may be a link itself.
 * @param list What moves.
 * @returns Files, folders, and all that is left out with the reason.
 * @throws {LnkError} `state/path` for a list that names what it may not,
 *   `state/home`, `state/name` for a name that no archive can hold,
 *   `disk/denied` and the like for what cannot be looked at, `state/unfinished` for a home that an unpack left half-done.
 */
export function planState(
  disk: Disk,
  home: string,
  list: StateList,
): StatePlan {
  const roots = toRoots(list);
  const real = realHome(disk, home);
  refuseUnfinished(disk, real);
  const walk = newWalk(disk, real, roots);
  for (const root of roots.include) visitRoot(walk, root);
  return toPlan(walk, roots.include);
}

/**
 * The home without links, which all other paths start from.
 *
 * @param disk Where to look.
 * @param home As the user named it.
 * @returns An absolute path.
 * @throws {LnkError} `state/home` unless it is a folder.
 */
export function realHome(disk: Disk, home: string): string {
  return attempt("use", home, () => {
    const kind = disk.stat(home)?.kind;
    if (kind === "folder") return disk.realPath(home);
    throw noHome(home, kind ? "it is no folder" : "there is no such folder");
  });
}

function noHome(home: string, state: string): LnkError {
  const message = `Cannot use ${quote(home)} as the home: ${state}`;
  return new LnkError("unable", "state/home", message);
}

function newWalk(disk: Disk, home: string, { exclude }: Roots): Walk {
  return {
    disk,
    home,
    exclude,
    entries: new Map(),
    excluded: [],
    links: new Set(),
    others: [],
    missing: [],
  };
}

/** An include: the folders on the way to it move with it, for their modes. */
function visitRoot(walk: Walk, root: string): void {
  const way: StateEntry[] = [];
  for (const folder of ancestors(root)) {
    const entry = look(walk, folder);
    if (entry?.kind === "link") return void walk.links.add(tilde(folder));
    if (entry?.kind !== "folder") return void walk.missing.push(tilde(root));
    way.push(toEntry("folder", folder, entry));
  }
  const entry = look(walk, root);
  if (!entry) return void walk.missing.push(tilde(root));
  const by = [...ancestors(root), root].find((path) => walk.exclude.has(path));
  if (by !== undefined) return leaveOut(walk, root, by);
  if (entry.kind === "file" || entry.kind === "folder") {
    for (const folder of way) walk.entries.set(folder.path, folder);
  }
  visit(walk, root);
}

function visit(walk: Walk, path: string): void {
  if (walk.exclude.has(path)) return leaveOut(walk, path, path);
  const entry = look(walk, path);
  if (!entry) return refuseLossyName(path);
  if (entry.kind === "link") return void walk.links.add(tilde(path));
  if (entry.kind === "other") return void walk.others.push(tilde(path));
  const fault = insideFault(path);
  if (fault !== undefined) throw wrongName(path, fault);
  walk.entries.set(path, toEntry(entry.kind, path, entry));
  if (entry.kind === "folder") {
    for (const name of names(walk, path, entry)) visit(walk, `${path}/${name}`);
  }
}

function leaveOut(walk: Walk, path: string, by: string): void {
  walk.excluded.push({ path: tilde(path), by: tilde(by) });
}

/** A file that has gone since its folder was listed is not there; one whose name was decoded with loss is. */
function refuseLossyName(path: string): void {
  if (path.includes("\ufffd")) throw wrongName(path, "it is not UTF-8");
}

function wrongName(path: string, fault: string): LnkError {
  return new LnkError(
    "refused",
    "state/name",
    `Cannot move ${quote(tilde(path))}: ${fault}`,
    { details: { path: tilde(path) } },
  );
}

function look({ disk, home }: Walk, path: string): Entry | undefined {
  return attempt("read", tilde(path), () => disk.lstat(`${home}/${path}`));
}

function names(
  { disk, home }: Walk,
  path: string,
  { id }: Entry,
): string[] {
  return attempt("read", tilde(path), () => {
    const found = disk.list(`${home}/${path}`);
    // A link put in its place meanwhile would have listed something else.
    if (disk.lstat(`${home}/${path}`)?.id !== id) throw swapped(path);
    return found;
  });
}

function swapped(path: string): LnkError {
  return new LnkError(
    "unable",
    "state/changed",
    `Cannot read ${quote(tilde(path))}: it was replaced meanwhile`,
    { details: { path: tilde(path) } },
  );
}

function toEntry(
  kind: StateEntry["kind"],
  path: string,
  { size, mode, modified, id }: Entry,
): StateEntry {
  const bytes = kind === "file" ? size : 0;
  return { kind, path, bytes, mode: mode & 0o777, modified, id };
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
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}
