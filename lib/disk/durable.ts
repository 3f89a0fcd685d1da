// Copyright 2026 the lnk authors. MIT license.

/**
 * Changes that outlive a power cut once they return.
 *
 * Each either changed nothing, or is done for good, or says that nobody can
 * know: `disk/unknown-outcome`, where the change already shows but the folder
 * could not be synced. A claim in that state counts as used.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { attempt, failure, faultOf, unknownOutcome } from "./fault.ts";
import type { Host } from "./host.ts";
import type { Disk, OpenFile } from "./interface.ts";
import { entryOf, lookAtFile, lookAtFolder } from "./plain.ts";
import { linked, missing, wrongKind } from "./refusal.ts";
import { discard, type Temp, writeAll, writeTemp } from "./temp.ts";

/** What a durable write may be asked beside. */
export interface WriteOptions {
  /**
   * Refuse where something stands already. Hold the folder's lock: another
   * writer's file that appears after the look is replaced.
   */
  readonly expectAbsent?: boolean;
  /**
   * Looks at the unfinished file, before the content is in it and again before
   * it gets its name; what this throws ends the write without a change.
   */
  readonly verify?: (temp: Temp) => void;
}

/**
 * Writes a whole file: the old content or the new, never a mixture, and the
 * new one for good once this returns.
 *
 * @example Usage
 * ```ts
 * import { durableWrite, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const disk = realDisk(folder);
 * const random = (n: number) => crypto.getRandomValues(new Uint8Array(n));
 * durableWrite({ disk, random }, "note", new TextEncoder().encode("hello"));
 * assertEquals(await Deno.readTextFile(`${folder}/note`), "hello");
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param host The disk, and the randomness of the unfinished file's name.
 * @param path The file; mode 0600 afterwards, whatever it was.
 * @param bytes The whole content.
 * @param options What must hold before.
 * @throws {LnkError} `disk/exists`, `disk/link`, `disk/wrong-kind`,
 *   `disk/full`, `disk/read-only`, `disk/denied`, `disk/missing`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: see above.
 */
export function durableWrite(
  host: Pick<Host, "disk" | "random">,
  path: string,
  bytes: Uint8Array,
  options: WriteOptions = {},
): void {
  const { disk } = host;
  refuseStanding(disk, path, options.expectAbsent ?? false);
  const verify = options.verify ?? (() => {});
  const temp = writeTemp(host, path, bytes, verify);
  try {
    verify(temp);
    disk.rename(temp.path, path);
  } catch (error) {
    if (mayStandAt(disk, path, temp.id)) {
      throw unknownOutcome("write", path, error);
    }
    discard(disk, temp.path);
    throw failure("write", path, error);
  }
  syncNames(disk, "write", path);
}

/**
 * Removes a file for good: it does not come back after a power cut.
 *
 * @param disk Where.
 * @param path The file.
 * @throws {LnkError} `disk/missing`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: it is gone now, but
 *   may come back.
 */
export function durableRemove(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch (error) {
    const found = faultOf(error) !== "missing";
    if (found && mayStandAt(disk, path, undefined)) {
      throw unknownOutcome("removal", path, error);
    }
    throw failure("remove", path, error);
  }
  syncNames(disk, "removal", path);
}

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

/**
 * Gives a file another name for good, in the same folder or another of the
 * same file system. Hold the locks: a file that appears there is replaced.
 *
 * @param disk Where.
 * @param from Its name.
 * @param to Its new name, where nothing stands.
 * @throws {LnkError} `disk/exists`, `disk/link`, `disk/wrong-kind`,
 *   `disk/missing`, `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: nothing changed. `disk/unknown-outcome`: it may stand at
 *   either name after a power cut, never at none.
 */
export function durableMove(disk: Disk, from: string, to: string): void {
  refuseStanding(disk, to, true);
  const moved = lookAtFile(disk, from);
  if (!moved) throw missing(from, "file");
  try {
    disk.rename(from, to);
  } catch (error) {
    if (mayStandAt(disk, to, moved.id)) {
      throw unknownOutcome("move", from, error);
    }
    throw failure("move", from, error);
  }
  syncNames(disk, "move", to);
  if (dirname(from) !== dirname(to)) syncNames(disk, "move", from);
}

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

function refuseStanding(disk: Disk, path: string, absent: boolean): void {
  const standing = attempt("look at", path, () => disk.lstat(path));
  if (!standing) return;
  if (standing.kind === "link") throw linked(path);
  if (standing.kind !== "file") throw wrongKind(path, "file", standing);
  if (!absent) return;
  throw new LnkError(
    "conflict",
    "disk/exists",
    `Cannot create ${quote(path)}: it stands already`,
  );
}

/** After a call that failed: whether a name may nevertheless be as the call would have left it, as the lost answer of a file server leaves it. */
function mayStandAt(
  disk: Disk,
  path: string,
  id: string | undefined,
): boolean {
  try {
    return disk.lstat(path)?.id === id;
  } catch {
    return true;
  }
}

function syncNames(disk: Disk, action: string, path: string): void {
  try {
    disk.syncFolder(dirname(path));
  } catch (error) {
    throw unknownOutcome(action, path, error);
  }
}
