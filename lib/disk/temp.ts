// Copyright 2026 the lnk authors. MIT license.

/**
 * The files that a durable write fills before they get their name.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { dirname, join } from "@std/path/posix";
import { attempt } from "./fault.ts";
import type { Host } from "./host.ts";
import type { Disk, OpenFile } from "./interface.ts";

const TEMP = /^\.lnk-[0-9a-f]{24}\.tmp$/;

/**
 * Whether a name is one that a durable write gives to an unfinished file.
 *
 * @param name A name without its folder.
 * @returns Whether readers skip it and cleaning removes it.
 */
export function isTemp(name: string): boolean {
  return TEMP.test(name);
}

/** A file that is being written, under its own name or already under its target's. */
export interface Temp {
  /** Where it stands, beside its target. */
  readonly path: string;
  /** Device and inode. */
  readonly id: string;
}

/** An unfinished file, kept open: as long as it is, no other file can get its inode. */
export interface OpenTemp extends Temp, Disposable {}

/**
 * Writes a new file beside a target: whole, synced, under a name of its own.
 *
 * @param host The disk, and the randomness of the name.
 * @param target What the file will replace.
 * @param bytes The whole content.
 * @param verify Looks at the new file before a byte of the content is in it.
 * @returns Its path and identity, to be disposed of. On failure nothing is left, as far as the
 *   disk allows.
 * @throws {LnkError} `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/missing`, `disk/failed`.
 */
export function writeTemp(
  host: Pick<Host, "disk" | "random">,
  target: string,
  bytes: Uint8Array,
  verify: (temp: Temp) => void,
): OpenTemp {
  const name = `.lnk-${encodeHex(host.random(12))}.tmp`;
  const path = join(dirname(target), name);
  return attempt("write", target, () => {
    const file = host.disk.createNew(path);
    try {
      const temp = { path, id: file.entry().id };
      verify(temp);
      writeAll(file, bytes);
      // Once and never again: after a failed sync the kernel forgets what it could not write.
      file.sync();
      return { ...temp, [Symbol.dispose]: () => file.close() };
    } catch (error) {
      file.close();
      discard(host.disk, path);
      throw error;
    }
  });
}

/**
 * Writes all bytes at the end of a file, however few each call takes.
 *
 * @param file Where to.
 * @param bytes What.
 */
export function writeAll(file: OpenFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    const went = file.write(bytes.subarray(done));
    if (went <= 0) throw new Error("the disk takes no more bytes");
    done += went;
  }
}

/**
 * Removes an unfinished file after a failure, which is what will be reported.
 *
 * @param disk Where.
 * @param path The unfinished file.
 */
export function discard(disk: Disk, path: string): void {
  try {
    disk.remove(path);
  } catch {
    // Cleaning under the lock finds it later.
  }
}

/**
 * Removes unfinished files that dead writers left. Hold the folder's lock: a
 * living writer's file is removed as well.
 *
 * @param disk Where.
 * @param folder The folder.
 * @returns The names removed.
 * @throws {LnkError} `disk/read-only`, `disk/denied`, `disk/missing`,
 *   `disk/failed`.
 */
export function removeStaleTemps(disk: Disk, folder: string): string[] {
  return attempt("clean", folder, () => {
    const stale = disk.list(folder).filter(isTemp)
      .filter((name) => disk.lstat(join(folder, name))?.kind === "file");
    for (const name of stale) disk.remove(join(folder, name));
    return stale;
  });
}
