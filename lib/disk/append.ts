// Copyright 2026 the lnk authors. MIT license.

/**
 * Bytes at the end of a file, and found files, that outlive a power cut.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { attempt, failure, unknownOutcome } from "./fault.ts";
import type { Disk, OpenFile } from "./interface.ts";
import { entryOf } from "./plain.ts";
import { writeAll } from "./temp.ts";

/**
 * Appends to an open file for good. Where that fails the file is cut back to
 * what it was, so that nobody takes for kept what only memory holds.
 *
 * @param file Opened by `openWrite` or `createNew`; its own name is durable already.
 * @param bytes What to append.
 * @throws {LnkError} `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: nothing changed, but after a power cut part of the bytes may
 *   stand at the end. `disk/unknown-outcome`: they may stand there whole.
 */
export function durableAppend(file: OpenFile, bytes: Uint8Array): void {
  const { size } = entryOf(file);
  try {
    writeAll(file, bytes);
  } catch (error) {
    if (cutBack(file, size)) throw failure("append to", file.path, error);
    throw unknownOutcome("append", file.path, error);
  }
  try {
    file.sync();
  } catch (error) {
    cutBack(file, size);
    throw unknownOutcome("append", file.path, error);
  }
}

/**
 * Makes durable what was found, not written, before it is acknowledged: the
 * process that wrote it may have died between showing it and syncing it.
 *
 * @param disk Where.
 * @param path A file that stands.
 * @throws {LnkError} `disk/missing`, `disk/unknown-outcome`.
 */
export function settle(disk: Disk, path: string): void {
  using file = attempt("sync", path, () => disk.openRead(path));
  try {
    file.sync();
    disk.syncFolder(dirname(path));
  } catch (error) {
    throw unknownOutcome("state", path, error);
  }
}

function cutBack(file: OpenFile, size: number): boolean {
  try {
    file.truncate(size);
    return true;
  } catch {
    return false;
  }
}
