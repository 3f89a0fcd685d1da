// Copyright 2026 the lnk authors. MIT license.

/**
 * One writer at a time, by the kernel's lock on a folder.
 *
 * Never on a file that gets replaced: two processes could each hold the lock
 * of another file of the same name. The kernel drops the lock when its holder
 * dies, so that there is no stale one.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { attempt } from "./fault.ts";
import type { Host } from "./host.ts";
import type { Disk, OpenFile } from "./interface.ts";
import { entryOf, lookAtFolder } from "./plain.ts";
import { changed, missing } from "./refusal.ts";

/** How long a lock is waited for, where nothing else is said, in milliseconds. */
export const LOCK_WAIT = 10_000;

/** How a lock is taken. */
export interface LockOptions {
  /** The most milliseconds to wait; 0 tries once. Default {@linkcode LOCK_WAIT}. */
  readonly wait?: number;
}

/**
 * Does something while holding a folder's lock, against other processes and
 * against other tasks of this one.
 *
 * The wait polls, so that a signal ends it.
 *
 * @param host The disk, and how time passes.
 * @param folder The folder.
 * @param options How long to wait.
 * @param action What to do.
 * @returns What the action returns; the lock is released either way.
 * @throws {LnkError} `disk/locked` (kind `unable`: it may be free the next
 *   time), `disk/missing`, `disk/link`, `disk/wrong-kind`, `disk/changed`,
 *   `disk/denied`, `disk/failed`.
 */
export async function withLock<T>(
  host: Pick<Host, "disk" | "sleep">,
  folder: string,
  options: LockOptions,
  action: () => T | Promise<T>,
): Promise<T> {
  using _lock = await takeLock(host, folder, options.wait ?? LOCK_WAIT);
  return await action();
}

/**
 * Tries once to take a folder's lock.
 *
 * @param disk Where.
 * @param folder The folder.
 * @returns The lock, released by `close`; `undefined` where another holds it.
 * @throws {LnkError} `disk/missing`, `disk/link`, `disk/wrong-kind`,
 *   `disk/changed`, `disk/denied`, `disk/failed`.
 */
export function tryLockFolder(
  disk: Disk,
  folder: string,
): OpenFile | undefined {
  const { open, id } = openFolder(disk, folder);
  try {
    if (!attempt("lock", folder, () => open.tryLock("exclusive"))) {
      open.close();
      return undefined;
    }
    // While it was free, its last holder may have replaced the folder.
    if (lookAtFolder(disk, folder)?.id !== id) throw changed(folder);
    return open;
  } catch (error) {
    open.close();
    throw error;
  }
}

/** Longest pause between two tries, in milliseconds. */
const LONGEST = 50;

async function takeLock(
  { disk, sleep }: Pick<Host, "disk" | "sleep">,
  folder: string,
  wait: number,
): Promise<OpenFile> {
  let waited = 0;
  for (let pause = 1;; pause = Math.min(2 * pause, LONGEST)) {
    const lock = tryLockFolder(disk, folder);
    if (lock) return lock;
    if (waited >= wait) throw locked(folder, waited);
    const next = Math.min(pause, wait - waited);
    await sleep(next);
    waited += next;
  }
}

function openFolder(
  disk: Disk,
  folder: string,
): { readonly open: OpenFile; readonly id: string } {
  const before = lookAtFolder(disk, folder);
  if (!before) throw missing(folder, "folder");
  const open = attempt("open", folder, () => disk.openRead(folder));
  try {
    if (entryOf(open).id !== before.id) throw changed(folder);
    return { open, id: before.id };
  } catch (error) {
    open.close();
    throw error;
  }
}

function locked(folder: string, waited: number): LnkError {
  return new LnkError(
    "unable",
    "disk/locked",
    `Cannot lock ${
      quote(folder)
    }: another process holds it, waited ${waited} ms`,
    { details: { waited } },
  );
}
