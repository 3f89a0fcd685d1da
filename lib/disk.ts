// Copyright 2026 the lnk authors. MIT license.

/**
 * The one door to the file system.
 *
 * Rules above it take a {@linkcode Disk} and never touch files otherwise, so
 * that a test can put any disk under them.
 *
 * @module
 */

import { resolve } from "@std/path/posix";

/** What stands at a path. */
export type EntryKind = "file" | "folder" | "link" | "other";

/** One name of the file system, looked at once. */
export interface Entry {
  /** What it is. */
  readonly kind: EntryKind;
  /** Bytes in it. */
  readonly size: number;
  /** Permission bits, the lower twelve. */
  readonly mode: number;
  /** Owner. */
  readonly uid: number;
  /** Group. */
  readonly gid: number;
  /** How many names it has. */
  readonly links: number;
  /** Device and inode: the same pair is the same thing. */
  readonly id: string;
  /** When its content changed, in milliseconds since 1970. */
  readonly modified: number;
}

/** The file system, as far as it is needed. Relative paths start at the current folder of the run. */
export interface Disk {
  /** The user that this process is. */
  readonly uid: number;
  /** Looks at a path without following a final link; `undefined` where nothing stands. */
  lstat(path: string): Entry | undefined;
  /** Looks at what a path leads to; `undefined` where it leads to nothing. */
  stat(path: string): Entry | undefined;
  /** Where a link leads, as it is written. */
  readLink(path: string): string;
  /** The path without links. */
  realPath(path: string): string;
  /** The names in a folder, sorted. */
  list(path: string): string[];
  /** The first bytes of a file, one more than the limit where there are more. */
  read(path: string, limit: number): Uint8Array<ArrayBuffer>;
  /** Whether this user may start what a path leads to. */
  isProgram(path: string): boolean;
}

/**
 * The file system of this machine.
 *
 * @param base Where relative paths start.
 * @returns A disk that asks the operating system.
 */
export function realDisk(base: string): Disk {
  const at = (path: string) => resolve(base, path);
  const uid = Deno.uid() ?? 0;
  return {
    uid,
    lstat: (path) => look(() => Deno.lstatSync(at(path))),
    stat: (path) => look(() => Deno.statSync(at(path))),
    readLink: (path) => Deno.readLinkSync(at(path)),
    realPath: (path) => Deno.realPathSync(at(path)),
    list: (path) =>
      Array.from(Deno.readDirSync(at(path)), ({ name }) => name).sort(),
    read: (path, limit) => readUpTo(at(path), limit),
    isProgram: (path) => {
      const entry = look(() => Deno.statSync(at(path)));
      return entry?.kind === "file" && mayRun(entry, uid);
    },
  };
}

function look(ask: () => Deno.FileInfo): Entry | undefined {
  try {
    return toEntry(ask());
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory
    ) return undefined;
    throw error;
  }
}

function toEntry(info: Deno.FileInfo): Entry {
  return {
    kind: info.isSymlink
      ? "link"
      : info.isFile
      ? "file"
      : info.isDirectory
      ? "folder"
      : "other",
    size: info.size,
    mode: (info.mode ?? 0) & 0o7777,
    uid: info.uid ?? 0,
    gid: info.gid ?? 0,
    links: info.nlink ?? 1,
    id: `${info.dev}:${info.ino}`,
    modified: info.mtime?.getTime() ?? 0,
  };
}

/** Root may run what anyone may; for others, groups beside the own one are not known here, so either bit counts. */
function mayRun(entry: Entry, uid: number): boolean {
  if (uid === 0) return (entry.mode & 0o111) !== 0;
  return (entry.mode & (entry.uid === uid ? 0o100 : 0o011)) !== 0;
}

function readUpTo(path: string, limit: number): Uint8Array<ArrayBuffer> {
  using file = Deno.openSync(path);
  // The size is a hint only: a file of /proc says 0, another may be growing.
  let buffer = new Uint8Array(Math.min(limit, file.statSync().size) + 1);
  let length = 0;
  while (true) {
    const got = file.readSync(buffer.subarray(length));
    if (got === null) break;
    length += got;
    if (length > limit) break;
    if (length === buffer.length) buffer = grown(buffer, limit + 1);
  }
  return buffer.subarray(0, length);
}

function grown(
  buffer: Uint8Array<ArrayBuffer>,
  most: number,
): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(2 * buffer.length + 4096, most));
  larger.set(buffer);
  return larger;
}
