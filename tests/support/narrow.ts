// Copyright 2026 the lnk authors. MIT license.

/**
 * Runs with few permissions and prints what each attempt at a link gives, as
 * one JSON document: narrow.ts FOLDER.
 *
 * @module
 */

import {
  type Disk,
  durableWrite,
  openPlain,
  openWithin,
  readPrivate,
  readWhole,
  realDisk,
  removeWithin,
  tryLockFolder,
  writeWithin,
} from "../../lib/disk.ts";
import { LnkError } from "../../lib/errors.ts";

const disk = realDisk(Deno.args[0]!);
const random = (length: number) =>
  crypto.getRandomValues(new Uint8Array(length));
const bytes = new TextEncoder().encode("mine");

/** What an action gives, or the code of its error. */
function outcome(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof LnkError) return error.code;
    return `unplanned: ${error}`;
  }
}

function read(on: Disk, relative: string): string {
  using file = openWithin(on, "root", relative, "read");
  return file ? new TextDecoder().decode(readWhole(file, 99)) : "nothing";
}

/** Somebody puts the waiting link in the folder's place, just before the open. */
const swapping: Disk = Object.assign(Object.create(disk) as Disk, {
  openRead: (path: string) => {
    disk.rename("root/swapped", "root/was");
    disk.rename("root/waiting", "root/swapped");
    return disk.openRead(path);
  },
});

const write = (relative: string) => () =>
  writeWithin({ disk, random }, { root: "root", relative }, bytes);

console.log(JSON.stringify({
  plain: outcome(() => read(disk, "folder/file")),
  final: outcome(() => read(disk, "folder/final")),
  finalWrite: outcome(() => openPlain(disk, "root/folder/final", "write")),
  parent: outcome(() => read(disk, "parent/secret")),
  dangling: outcome(() => read(disk, "folder/dangling")),
  swapped: outcome(() => read(swapping, "swapped/secret")),
  write: outcome(write("folder/new")),
  writeParent: outcome(write("parent/new")),
  writeFinal: outcome(write("folder/final")),
  writeDangling: outcome(write("folder/dangling")),
  remove: outcome(() => removeWithin(disk, "root", "parent/secret")),
  outside: outcome(() => durableWrite({ disk, random }, "../elsewhere", bytes)),
  lock: outcome(() => tryLockFolder(disk, "root/folder") !== undefined),
  private: outcome(() => readPrivate(disk, "root/folder/file", 9)?.length),
}));
