// Copyright 2026 the lnk authors. MIT license.

/**
 * Opening a file without following a link.
 *
 * The kernel's own flag does not help: with less than all permissions the
 * runtime resolves the link itself, before the call. So the name is looked at,
 * opened, and the open file compared: the same device and inode, or a refusal.
 *
 * @module
 */

import { attempt } from "./fault.ts";
import type { Disk, Entry, OpenFile } from "./interface.ts";
import { changed, linked, wrongKind } from "./refusal.ts";

/** How a file is opened. */
export type OpenMode = "read" | "write";

/**
 * Opens a regular file that is not a link. Its folders are the caller's
 * concern: see `within`.
 *
 * @param disk Where.
 * @param path The file.
 * @param mode Whether to write at its end as well.
 * @param judge Refuses, by what it throws, what was opened.
 * @returns The open file, or `undefined` where nothing stands.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/changed`,
 *   `disk/denied`, `disk/read-only`, `disk/failed`.
 */
export function openPlain(
  disk: Disk,
  path: string,
  mode: OpenMode,
  judge: (opened: Entry) => void = () => {},
): OpenFile | undefined {
  const before = lookAtFile(disk, path);
  if (!before) return undefined;
  const file = attempt(
    "open",
    path,
    () => mode === "read" ? disk.openRead(path) : disk.openWrite(path),
  );
  try {
    const opened = entryOf(file);
    if (opened.kind !== "file" || opened.id !== before.id) throw changed(path);
    judge(opened);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Looks at an open file.
 *
 * @param file The open file or folder.
 * @returns What it is.
 * @throws {LnkError} `disk/denied`, `disk/failed`.
 */
export function entryOf(file: OpenFile): Entry {
  return attempt("look at", file.path, () => file.entry());
}

/**
 * Looks at a name and refuses all but a regular file.
 *
 * @param disk Where.
 * @param path The file.
 * @returns What stands there, or `undefined`.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/denied`,
 *   `disk/failed`.
 */
export function lookAtFile(disk: Disk, path: string): Entry | undefined {
  const entry = attempt("look at", path, () => disk.lstat(path));
  if (entry?.kind === "link") throw linked(path);
  if (entry && entry.kind !== "file") throw wrongKind(path, "file", entry);
  return entry;
}

/**
 * Looks at a name and refuses all but a folder.
 *
 * @param disk Where.
 * @param path The folder.
 * @returns What stands there, or `undefined`.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/denied`,
 *   `disk/failed`.
 */
export function lookAtFolder(disk: Disk, path: string): Entry | undefined {
  const entry = attempt("look at", path, () => disk.lstat(path));
  if (entry?.kind === "link") throw linked(path);
  if (entry && entry.kind !== "folder") throw wrongKind(path, "folder", entry);
  return entry;
}

/**
 * Reads an open file from its start.
 *
 * @param file The file.
 * @param limit The most bytes wanted.
 * @returns Its content; one byte more than the limit where there is more.
 * @throws {LnkError} `disk/failed`.
 */
export function readWhole(
  file: OpenFile,
  limit: number,
): Uint8Array<ArrayBuffer> {
  return attempt("read", file.path, () => {
    const most = Math.min(limit, file.entry().size) + 1;
    const buffer = new Uint8Array(most);
    let length = 0;
    while (length < most) {
      const got = file.readAt(length, buffer.subarray(length));
      if (got === 0) break;
      length += got;
    }
    return buffer.subarray(0, length);
  });
}
