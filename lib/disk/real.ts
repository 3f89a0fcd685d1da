// Copyright 2026 the lnk authors. MIT license.

/**
 * The file system of this machine.
 *
 * Only the calls that block are used: beside the C library they cost next to
 * nothing, where the others cost half as much again.
 *
 * @module
 */

import { resolve } from "@std/path/posix";
import type { Disk, Entry, OpenFile } from "./interface.ts";

/**
 * The file system of this machine.
 *
 * @param base Where relative paths start.
 * @returns A disk that asks the operating system.
 */
export function realDisk(base: string): Disk {
  const at = (path: string) => resolve(base, path);
  // Asked for late: a program built without the permission can do all else.
  let uid: number | undefined;
  const user = () => uid ??= Deno.uid() ?? 0;
  return {
    get uid() {
      return user();
    },
    ...looks(at, user),
    ...openings(at),
    ...changes(at),
  };
}

/** Makes a path absolute. */
type At = (path: string) => string;

function looks(
  at: At,
  user: () => number,
): Pick<
  Disk,
  | "lstat"
  | "stat"
  | "readLink"
  | "realPath"
  | "list"
  | "read"
  | "isProgram"
> {
  return {
    lstat: (path) => look(() => Deno.lstatSync(at(path))),
    stat: (path) => look(() => Deno.statSync(at(path))),
    readLink: (path) => Deno.readLinkSync(at(path)),
    realPath: (path) => Deno.realPathSync(at(path)),
    list: (path) =>
      Array.from(Deno.readDirSync(at(path)), ({ name }) => name).sort(),
    read: (path, limit) => readUpTo(at(path), limit),
    isProgram: (path) => {
      const entry = look(() => Deno.statSync(at(path)));
      return entry?.kind === "file" && mayRun(entry, user());
    },
  };
}

function openings(
  at: At,
): Pick<Disk, "openRead" | "openWrite" | "createNew" | "syncFolder"> {
  const open = (path: string, options: Deno.OpenOptions) =>
    openFile(path, Deno.openSync(at(path), options));
  const writing = { read: true, append: true };
  return {
    openRead: (path) => open(path, { read: true }),
    openWrite: (path) => open(path, writing),
    createNew: (path) => {
      const file = open(path, { ...writing, createNew: true, mode: 0o600 });
      // The umask may have taken bits away, so that nobody could write again.
      if (file.entry().mode !== 0o600) Deno.chmodSync(at(path), 0o600);
      return file;
    },
    syncFolder: (path) => {
      using folder = Deno.openSync(at(path), { read: true });
      folder.syncSync();
    },
  };
}

function changes(
  at: At,
): Pick<
  Disk,
  "mkdir" | "rename" | "remove" | "removeFolder" | "link" | "chmod" | "utime"
> {
  return {
    mkdir: (path) => {
      Deno.mkdirSync(at(path), { mode: 0o700 });
      const { mode } = Deno.lstatSync(at(path));
      if (((mode ?? 0) & 0o700) !== 0o700) Deno.chmodSync(at(path), 0o700);
    },
    rename: (from, to) => Deno.renameSync(at(from), at(to)),
    remove: (path) => {
      // Deno removes empty folders by the same call, the kernel does not.
      if (Deno.lstatSync(at(path)).isDirectory) {
        throw new Deno.errors.IsADirectory(`Is a directory: remove '${path}'`);
      }
      Deno.removeSync(at(path));
    },
    removeFolder: (path) => {
      if (!Deno.lstatSync(at(path)).isDirectory) {
        throw new Deno.errors.NotADirectory(`Not a directory: '${path}'`);
      }
      Deno.removeSync(at(path));
    },
    link: (from, to) => Deno.linkSync(at(from), at(to)),
    chmod: (path, mode) => Deno.chmodSync(at(path), mode),
    utime: (path, modified) =>
      Deno.utimeSync(at(path), modified / 1000, modified / 1000),
  };
}

function openFile(path: string, file: Deno.FsFile): OpenFile {
  let open = true;
  const close = () => {
    if (open) file.close();
    open = false;
  };
  return {
    path,
    entry: () => toEntry(file.statSync()),
    readAt: (position, into) => {
      file.seekSync(position, Deno.SeekMode.Start);
      return file.readSync(into) ?? 0;
    },
    write: (bytes) => file.writeSync(bytes),
    truncate: (length) => file.truncateSync(length),
    sync: () => file.syncSync(),
    tryLock: (mode) => file.tryLockSync(mode === "exclusive"),
    close,
    [Symbol.dispose]: close,
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
    changed: info.ctime?.getTime() ?? 0,
  };
}

/** Root may run what anyone may; for others, groups beside the own one are not known here, so either bit counts. */
function mayRun(entry: Entry, uid: number): boolean {
  if (uid === 0) return (entry.mode & 0o111) !== 0;
  return (entry.mode & (entry.uid === uid ? 0o100 : 0o011)) !== 0;
}

/** The first piece of a file, in bytes: most that are read whole are smaller. */
const SMALL = 8 * 1024;

function readUpTo(path: string, limit: number): Uint8Array<ArrayBuffer> {
  using file = Deno.openSync(path);
  let buffer = new Uint8Array(Math.min(limit, SMALL) + 1);
  let length = 0;
  while (length <= limit) {
    const got = file.readSync(buffer.subarray(length));
    if (got === null) break;
    length += got;
    if (length < buffer.length || length > limit) continue;
    // The size is a hint only: a file of /proc says 0, another may be growing.
    const size = Math.max(file.statSync().size, 2 * length);
    buffer = grown(buffer, Math.min(limit, size) + 1);
  }
  return buffer.subarray(0, length);
}

function grown(
  buffer: Uint8Array<ArrayBuffer>,
  length: number,
): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(buffer);
  return larger;
}
