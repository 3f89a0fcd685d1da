// Copyright 2026 the lnk authors. MIT license.

/**
 * Paths below a trusted root, where others may plant links.
 *
 * The runtime has no call that opens a name inside an open folder. So every
 * folder from the root down is looked at before the use and again after it,
 * and the open file is compared with what its name leads to. Who swaps a
 * folder for a link in between is found out by the second look.
 *
 * @module
 */

import { dirname, join } from "@std/path/posix";
import { durableRemove, durableWrite } from "./durable.ts";
import type { WriteOptions } from "./durable.ts";
import { attempt } from "./fault.ts";
import { ensureFolder } from "./folder.ts";
import type { Host } from "./host.ts";
import type { Disk, Entry, OpenFile } from "./interface.ts";
import { lookAtFile, lookAtFolder, openPlain } from "./plain.ts";
import type { OpenMode } from "./plain.ts";
import { changed, manyNames, missing, refused } from "./refusal.ts";
import { removeStaleTemps } from "./temp.ts";

/** A path below a root, whose folders were looked at. */
export interface Place {
  /** The whole path. */
  readonly path: string;
  /** Refuses where a folder on the way is no longer what it was. */
  verify(): void;
}

/**
 * Looks at every folder on the way from a root to a name.
 *
 * @param disk Where.
 * @param root A trusted folder, not a link itself.
 * @param relative The way down: parts between slashes, none empty, `.` or `..`.
 * @returns The place; `undefined` where a folder on the way is missing. The
 *   last part is not looked at.
 * @throws {LnkError} `disk/outside`, `disk/missing` (the root), `disk/link`,
 *   `disk/wrong-kind`, `disk/denied`, `disk/failed`.
 */
export function within(
  disk: Disk,
  root: string,
  relative: string,
): Place | undefined {
  const folders = foldersTo(root, relative);
  const seen = folders.map((folder) => lookAtFolder(disk, folder)?.id);
  if (seen[0] === undefined) throw missing(root, "folder");
  if (seen.includes(undefined)) return undefined;
  return {
    path: join(root, relative),
    verify: () =>
      folders.forEach((folder, i) => {
        if (lookAtFolder(disk, folder)?.id !== seen[i]) throw changed(folder);
      }),
  };
}

/**
 * Opens a regular file below a root: no link on the way or at its end, and no
 * second name.
 *
 * @param disk Where.
 * @param root A trusted folder.
 * @param relative The way down, as {@linkcode within} takes it.
 * @param mode Whether to write at its end as well.
 * @returns The open file, or `undefined` where nothing stands.
 * @throws {LnkError} As {@linkcode within}, and `disk/changed`,
 *   `disk/many-names`, `disk/read-only`.
 */
export function openWithin(
  disk: Disk,
  root: string,
  relative: string,
  mode: OpenMode,
): OpenFile | undefined {
  const place = within(disk, root, relative);
  return place && openPlain(disk, place.path, mode, (opened) => {
    if (opened.links > 1) throw manyNames(place.path, opened);
    verifyEnd(disk, place, opened);
  });
}

/**
 * The names in a folder below a root.
 *
 * @param disk Where.
 * @param root A trusted folder.
 * @param relative The way down; "" is the root itself.
 * @returns The names, sorted, or `undefined` where the folder is missing.
 * @throws {LnkError} As {@linkcode within}, and `disk/changed`.
 */
export function listWithin(
  disk: Disk,
  root: string,
  relative: string,
): string[] | undefined {
  // A name below the folder makes the folder itself one of those on the way.
  const place = within(disk, root, join(relative, "name"));
  if (!place) return undefined;
  const folder = dirname(place.path);
  const names = attempt("list", folder, () => disk.list(folder));
  place.verify();
  return names;
}

/**
 * Writes a whole file below a root durably, and makes its folders.
 *
 * @param host The disk, and the randomness of the unfinished file's name.
 * @param place The trusted root and the way down.
 * @param bytes The whole content.
 * @param options What must hold before.
 * @throws {LnkError} As {@linkcode within} and {@linkcode durableWrite}, and
 *   `disk/changed`.
 */
export function writeWithin(
  host: Pick<Host, "disk" | "random">,
  place: { readonly root: string; readonly relative: string },
  bytes: Uint8Array,
  options: Pick<WriteOptions, "expectAbsent"> = {},
): void {
  const { disk } = host;
  const { root, relative } = place;
  const [, ...below] = foldersTo(root, relative);
  for (const folder of below) ensureFolder(disk, folder);
  const found = within(disk, root, relative);
  if (!found) throw changed(join(root, relative));
  durableWrite(host, found.path, bytes, {
    ...options,
    verify: (temp) => verifyEnd(disk, { ...found, path: temp.path }, temp),
  });
}

/**
 * Removes what dead writers left beside a file below a root. Hold the lock of
 * all who write there. It is no failure where some of it stays.
 *
 * @param disk Where.
 * @param root A trusted folder.
 * @param relative The way down to the file, as {@linkcode within} takes it.
 */
export function removeStaleBeside(
  disk: Disk,
  root: string,
  relative: string,
): void {
  try {
    const place = within(disk, root, relative);
    place?.verify();
    if (place) removeStaleTemps(disk, dirname(place.path));
  } catch {
    // The write that follows tells what is wrong with the folder.
  }
}

/**
 * Removes a file below a root for good.
 *
 * @param disk Where.
 * @param root A trusted folder.
 * @param relative The way down, as {@linkcode within} takes it.
 * @returns Whether it was there.
 * @throws {LnkError} As {@linkcode within} and {@linkcode durableRemove}.
 */
export function removeWithin(
  disk: Disk,
  root: string,
  relative: string,
): boolean {
  const place = within(disk, root, relative);
  const entry = place && lookAtFile(disk, place.path);
  if (!entry) return false;
  place.verify();
  durableRemove(disk, place.path);
  return true;
}

/** The same thing still stands at the end of the same way; looked at from both sides, so that one swap is not enough. */
function verifyEnd(
  disk: Disk,
  place: Place,
  expected: Pick<Entry, "id">,
): void {
  place.verify();
  if (lookAtFile(disk, place.path)?.id !== expected.id) {
    throw changed(place.path);
  }
  place.verify();
}

/** The root and every folder below it on the way to the last part. */
function foldersTo(root: string, relative: string): string[] {
  const parts = relative.split("/");
  const bad = ["", ".", ".."];
  if (parts.some((part) => bad.includes(part)) || relative.includes("\0")) {
    throw refused("disk/outside", relative, "it is no plain way down");
  }
  const folders = [join(root)];
  // Each from the one before: a way down may have hundreds of parts.
  for (const part of parts.slice(0, -1)) {
    const above = folders.at(-1)!;
    folders.push(folders.length === 1 ? join(above, part) : `${above}/${part}`);
  }
  return folders;
}
