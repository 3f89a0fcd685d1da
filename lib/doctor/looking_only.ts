// Copyright 2026 the lnk authors. MIT license.

/**
 * A disk on which nothing can be changed.
 *
 * @module
 */

import type { Disk, OpenFile } from "../disk.ts";
import { LnkError } from "../errors.ts";

/**
 * The disk, with every call that changes something taken away.
 *
 * @param disk Any disk.
 * @returns One that refuses to change anything, or to take a lock.
 */
export function lookingOnly(disk: Disk): Disk {
  return {
    get uid() {
      return disk.uid;
    },
    lstat: (path) => disk.lstat(path),
    stat: (path) => disk.stat(path),
    readLink: (path) => disk.readLink(path),
    realPath: (path) => disk.realPath(path),
    list: (path) => disk.list(path),
    read: (path, limit) => disk.read(path, limit),
    isProgram: (path) => disk.isProgram(path),
    openRead: (path) => readingOnly(disk.openRead(path)),
    ...{ openWrite: refuse, createNew: refuse, mkdir: refuse, link: refuse },
    ...{ rename: refuse, remove: refuse, removeFolder: refuse },
    ...{ chmod: refuse, utime: refuse, syncFolder: refuse },
  };
}

function readingOnly(file: OpenFile): OpenFile {
  const close = () => file.close();
  return {
    path: file.path,
    entry: () => file.entry(),
    readAt: (position, into) => file.readAt(position, into),
    ...{ write: refuse, truncate: refuse, sync: refuse, tryLock: refuse },
    close,
    [Symbol.dispose]: close,
  };
}

function refuse(): never {
  throw new LnkError("unable", "program/bug", "A look changed something");
}
