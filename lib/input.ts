// Copyright 2026 the lnk authors. MIT license.

/**
 * Reading a file that a user names: a regular file, at most so large, or a
 * refusal that says what stands there instead.
 *
 * @module
 */

import type { Disk, Entry, OpenFile } from "./disk.ts";
import { LnkError } from "./errors.ts";
import { quote } from "./text.ts";

/**
 * Reads a whole file that a user named; a link to a file is followed.
 *
 * Pipes and devices are refused without being opened: they can block or never
 * end.
 *
 * @param disk Where to read.
 * @param path The file as the user gave it.
 * @param limit The most bytes it may have.
 * @returns Its content.
 * @throws {LnkError} `file/missing`, `file/folder`, `file/not-regular`,
 *   `file/unreadable`, `file/too-large`, `usage/arguments` for an empty name.
 */
export function readInput(
  disk: Disk,
  path: string,
  limit: number,
): Uint8Array<ArrayBuffer> {
  const entry = lookAtInput(disk, path);
  // Asked before reading: a huge file is not worth a huge buffer.
  if (entry.size > limit) throw tooLarge(path, limit);
  const bytes = attempt(path, () => disk.read(path, limit));
  if (bytes.length > limit) throw tooLarge(path, limit);
  return bytes;
}

/**
 * Opens a file that a user named, to read it in pieces; a link to a file is
 * followed.
 *
 * @param disk Where to read.
 * @param path The file as the user gave it.
 * @returns The open file, for {@linkcode readPieces}.
 * @throws {LnkError} `file/missing`, `file/folder`, `file/not-regular`,
 *   `file/unreadable`, `usage/arguments` for an empty name.
 */
export function openInput(disk: Disk, path: string): OpenFile {
  lookAtInput(disk, path);
  return attempt(path, () => disk.openRead(path));
}

/** How much is read at once. */
const PIECE = 64 * 1024;

/**
 * Reads an open file from its start to its end, and closes it.
 *
 * @param file The file.
 * @yields Its bytes, in pieces of their own.
 * @throws {LnkError} `file/unreadable`.
 */
export async function* readPieces(
  file: OpenFile,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  using input = file;
  for (let at = 0;;) {
    const piece = new Uint8Array(PIECE);
    const got = attempt(input.path, () => input.readAt(at, piece));
    if (got === 0) return;
    yield piece.subarray(0, got);
    at += got;
  }
}

function lookAtInput(disk: Disk, path: string): Entry {
  if (path === "") {
    throw new LnkError(
      "usage",
      "usage/arguments",
      "Cannot read a file: its name is empty",
    );
  }
  const entry = attempt(path, () => disk.stat(path));
  if (!entry) throw missing(disk, path);
  refuseOther(entry, path);
  return entry;
}

/**
 * The refusal of a text that is larger than its limit.
 *
 * @param name The file as the user gave it.
 * @param limit The most bytes it may have.
 * @returns An error of code `file/too-large`.
 */
export function tooLarge(name: string, limit: number): LnkError {
  return unable(
    "file/too-large",
    name,
    `it has more than ${inUnits(limit)}`,
  );
}

/** A size in the largest unit that divides it. */
function inUnits(bytes: number): string {
  const MIB = 1024 * 1024;
  if (bytes % MIB === 0) return `${bytes / MIB} MiB`;
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

/**
 * The refusal of a name where no file stands.
 *
 * @param disk Where.
 * @param path The file as the user gave it.
 * @returns An error of code `file/missing`.
 */
export function missing(disk: Disk, path: string): LnkError {
  const dangling = attempt(path, () => disk.lstat(path)) !== undefined;
  return unable(
    "file/missing",
    path,
    dangling ? "it is a link that leads to nothing" : "there is no such file",
  );
}

function refuseOther(entry: Entry, path: string): void {
  if (entry.kind === "folder") {
    throw unable("file/folder", path, "it is a folder");
  }
  if (entry.kind !== "file") {
    throw unable("file/not-regular", path, "it is a pipe, socket or device");
  }
}

/** Runs one look at the disk, whose refusal becomes ours. */
function attempt<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (cause) {
    // A compiled program may not open /dev/stdin, /proc and the like at all.
    if (cause instanceof Error && cause.name === "NotCapable") {
      throw unable("file/not-regular", path, "it is a file of the system");
    }
    throw unreadable(path, cause);
  }
}

/**
 * What a refused read of something open means.
 *
 * @param name What the user knows it by.
 * @param cause What was thrown.
 * @returns An error of code `file/folder` or `file/unreadable`.
 */
export function unreadable(name: string, cause: unknown): LnkError {
  if (cause instanceof Error && cause.name === "IsADirectory") {
    return unable("file/folder", name, "it is a folder", cause);
  }
  return unable("file/unreadable", name, reason(cause), cause);
}

/** What the operating system said, less the words the runtime puts around it. */
function reason(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  const said = /^(.*?) \(os error \d+\)/.exec(text)?.[1] ?? text;
  return said.charAt(0).toLowerCase() + said.slice(1);
}

function unable(
  code: string,
  path: string,
  state: string,
  cause?: unknown,
): LnkError {
  const message = `Cannot read ${quote(path)}: ${state}`;
  return new LnkError("unable", code, message, { cause });
}
