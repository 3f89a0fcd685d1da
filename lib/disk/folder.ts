// Copyright 2026 the lnk authors. MIT license.

/**
 * Folders that outlive a power cut.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { attempt, failure } from "./fault.ts";
import type { Disk } from "./interface.ts";
import { lookAtFolder } from "./plain.ts";

/**
 * Makes a folder of mode 0700 for good.
 *
 * @param disk Where.
 * @param path The folder; its parent stands already.
 * @throws {LnkError} `disk/exists`, `disk/full`, `disk/read-only`,
 *   `disk/denied`, `disk/missing`, `disk/failed`: no folder, or an empty one.
 */
export function durableMkdir(disk: Disk, path: string): void {
  attempt("make", path, () => disk.mkdir(path));
  try {
    disk.syncFolder(dirname(path));
  } catch (error) {
    // Gone again, so that no later run builds on a folder that may vanish.
    try {
      disk.removeFolder(path);
    } catch {
      // An empty folder is synced again by whoever uses it next.
    }
    throw failure("make", path, error);
  }
}

/**
 * Makes sure that a folder stands for good, whoever made it.
 *
 * Costs a listing: who finds a durable file of its own in it need not ask.
 *
 * @param disk Where.
 * @param path The folder; its parent stands already.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/missing` (the
 *   parent), `disk/full`, `disk/read-only`, `disk/denied`, `disk/failed`.
 */
export function ensureFolder(disk: Disk, path: string): void {
  if (!lookAtFolder(disk, path)) {
    try {
      return durableMkdir(disk, path);
    } catch (error) {
      // Another process was quicker.
      if (!lookAtFolder(disk, path)) throw error;
    }
  }
  // Its maker may have died before the sync. Where something is in it, the
  // sync was done: it comes before all that goes in.
  attempt("sync", path, () => {
    if (disk.list(path).length === 0) disk.syncFolder(dirname(path));
  });
}
