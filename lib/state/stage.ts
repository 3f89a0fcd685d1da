// Copyright 2026 the lnk authors. MIT license.

/**
 * Puts the entries of an archive into a private folder, where nothing uses
 * them yet.
 *
 * @module
 */

import type { Disk, OpenFile } from "../disk.ts";
import { attempt, failure, faultOf } from "../disk/fault.ts";
import { writeAll } from "../disk/temp.ts";
import { LnkError } from "../errors.ts";
import { MOST_ENTRIES } from "./limits.ts";
import { ancestors, tilde } from "./paths.ts";
import type { StateFile } from "./plan.ts";
import type { ArchiveEntry, Sink } from "./reader.ts";
import { refusedEntry } from "./refusal.ts";

/** What an archive held. */
export interface Staged {
  /** Its files, in its order; paths start with `~/`. */
  readonly files: readonly StateFile[];
  /** Folders that their owner may not fully use, with the mode they get at the very end. */
  readonly closed: readonly { readonly path: string; readonly mode: number }[];
}

/** A sink that can be closed. */
export interface Stage extends Sink, Disposable {
  /** Brings folders to their modes and times, and all of it to the medium. */
  finish(): Staged;
}

/** What is known of a path of the archive; `implied`: a folder that only its content spoke of so far. */
type Known = "file" | "folder" | "implied";

/** What a stage keeps. */
interface Stand {
  readonly disk: Disk;
  readonly root: string;
  readonly known: Map<string, Known>;
  readonly folders: ArchiveEntry[];
  readonly files: StateFile[];
  open: { entry: ArchiveEntry; file: OpenFile } | undefined;
}

/** What its owner needs to work in a folder. */
const OWNER_ALL = 0o700;

/**
 * A sink that writes below a folder.
 *
 * @param disk Where.
 * @param root A private, empty folder.
 * @returns What to give to a reader; it throws `state/entry-twice`,
 *   `state/too-much` and `disk/...`.
 */
export function stageIn(disk: Disk, root: string): Stage {
  const stand: Stand = {
    disk,
    root,
    known: new Map(),
    folders: [],
    files: [],
    open: undefined,
  };
  return {
    begin: (entry) => begin(stand, entry),
    write: (bytes) => {
      const { file, entry } = stand.open!;
      attempt("write", tilde(entry.name), () => writeAll(file, bytes));
    },
    end: () => end(stand),
    finish: () => finish(stand),
    [Symbol.dispose]: () => stand.open?.file.close(),
  };
}

function begin(stand: Stand, entry: ArchiveEntry): void {
  const { known, folders } = stand;
  for (const folder of ancestors(entry.name)) {
    const is = known.get(folder);
    if (is === "file") throw twice(folder, "it is a file and a folder");
    if (is === undefined) makeFolder(stand, folder, "implied");
  }
  const is = known.get(entry.name);
  if (entry.kind === "file") {
    if (is !== undefined) throw twice(entry.name, "it stands there before");
    return createFile(stand, entry);
  }
  if (is === "implied") known.set(entry.name, "folder");
  else if (is) throw twice(entry.name, "it stands there before");
  else makeFolder(stand, entry.name, "folder");
  folders.push(entry);
}

function makeFolder(stand: Stand, path: string, as: Known): void {
  const { disk, root } = stand;
  make(stand, path, as, () => disk.mkdir(`${root}/${path}`));
}

function createFile(stand: Stand, entry: ArchiveEntry): void {
  const { disk, root } = stand;
  const path = `${root}/${entry.name}`;
  const file = make(stand, entry.name, "file", () => disk.createNew(path));
  stand.open = { entry, file };
}

function make<T>(stand: Stand, path: string, as: Known, act: () => T): T {
  if (stand.known.size >= MOST_ENTRIES) throw tooMany();
  stand.known.set(path, as);
  try {
    return act();
  } catch (error) {
    // A file system that takes two names for one, as in upper and lower case.
    if (faultOf(error) === "exists") {
      throw twice(path, "this disk takes it for another entry");
    }
    throw failure("write", tilde(path), error);
  }
}

function end(stand: Stand): void {
  const { disk, open } = stand;
  if (!open) return;
  const { entry, file } = open;
  stand.open = undefined;
  try {
    attempt("write", tilde(entry.name), () => {
      disk.chmod(file.path, entry.mode);
      disk.utime(file.path, entry.modified);
      file.sync();
    });
  } finally {
    file.close();
  }
  stand.files.push({ path: tilde(entry.name), bytes: entry.size });
}

function finish({ disk, root, known, folders, files }: Stand): Staged {
  // What is made in a folder changes its time, so the deepest go first.
  const deepest = folders.toSorted((a, b) => a.name < b.name ? 1 : -1);
  for (const { name, mode, modified } of deepest) {
    attempt("write", tilde(name), () => {
      disk.chmod(`${root}/${name}`, mode | OWNER_ALL);
      disk.utime(`${root}/${name}`, modified);
    });
  }
  for (const [name, is] of known) {
    if (is === "file") continue;
    attempt("write", tilde(name), () => disk.syncFolder(`${root}/${name}`));
  }
  attempt("write", root, () => disk.syncFolder(root));
  const closed = deepest.filter(({ mode }) => (~mode & OWNER_ALL) !== 0)
    .map(({ name, mode }) => ({ path: name, mode }));
  return { files, closed };
}

function twice(name: string, state: string): LnkError {
  return refusedEntry("state/entry-twice", name, state);
}

function tooMany(): LnkError {
  return new LnkError(
    "refused",
    "state/too-much",
    `Cannot unpack the archive: it has more than ${MOST_ENTRIES} entries`,
  );
}
