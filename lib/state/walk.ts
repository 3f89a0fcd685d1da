// Copyright 2026 the lnk authors. MIT license.

/**
 * A walk over a home: every path under the includes is looked at once, and
 * nothing is opened.
 *
 * @module
 */

import type { Disk, Entry } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { MOST_ENTRIES, TOO_LARGE } from "./limits.ts";
import { ancestors, insideFault, type Roots, tilde } from "./paths.ts";

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

/** What a walk has found so far. */
export interface Walk {
  /** Where. */
  readonly disk: Disk;
  /** The home, without links. */
  readonly home: string;
  /** Every exclude, below the home. */
  readonly exclude: ReadonlySet<string>;
  /** What moves, by its path below the home. */
  readonly entries: Map<string, StateEntry>;
  /** What an exclude leaves out, with `~/`. */
  readonly excluded: { path: string; by: string }[];
  /** Links, with `~/`. */
  readonly links: Set<string>;
  /** Pipes, sockets and devices, with `~/`. */
  readonly others: string[];
  /** Includes at which nothing stands, with `~/`. */
  readonly missing: string[];
}

/**
 * Looks at all that some includes name.
 *
 * @param disk Where to look.
 * @param home The home, without links.
 * @param roots What to look at, and what to leave out.
 * @returns What was found.
 * @throws {LnkError} `state/name`, `state/too-large`, `state/too-much`,
 *   `state/changed`, `disk/...`.
 */
export function walkRoots(disk: Disk, home: string, roots: Roots): Walk {
  const walk = newWalk(disk, home, roots);
  for (const root of roots.include) visitRoot(walk, root);
  return walk;
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
  refuseSize(walk, path, entry);
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

/** Said by the plan, and not first by the archive that cannot hold it. */
function refuseSize({ entries }: Walk, path: string, entry: Entry): void {
  if (entries.size >= MOST_ENTRIES) {
    throw new LnkError(
      "refused",
      "state/too-much",
      `Cannot move so many files and folders: ` +
        `an archive holds at most ${MOST_ENTRIES}`,
      { help: "exclude what the agent does not need" },
    );
  }
  if (entry.kind !== "file" || entry.size < TOO_LARGE) return;
  throw new LnkError(
    "refused",
    "state/too-large",
    `Cannot move ${quote(tilde(path))}: it has 8 GiB or more`,
    { details: { path: tilde(path) } },
  );
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
