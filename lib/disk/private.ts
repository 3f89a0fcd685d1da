// Copyright 2026 the lnk authors. MIT license.

/**
 * Folders and files that no other user can reach, and that nobody prepared.
 *
 * What is not private is refused, never repaired: who changed it may have
 * read or written it already, and a person should know.
 *
 * @module
 */

import { shellPath } from "../shell.ts";
import { ensureFolder } from "./folder.ts";
import { attempt } from "./fault.ts";
import type { Disk, Entry, OpenFile } from "./interface.ts";
import { lookAtFile, lookAtFolder, openPlain, readWhole } from "./plain.ts";
import type { OpenMode } from "./plain.ts";
import { linked, manyNames, missing, refused, wrongKind } from "./refusal.ts";

/** A folder takes the set-group bit from its parent; it grants nothing. */
const SET_GROUP = 0o2000;

/**
 * Makes sure that a private folder stands, for good: mode 0700, own user, no
 * link.
 *
 * @param disk Where.
 * @param path The folder; its parent stands already.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/not-private`,
 *   `disk/missing` (the parent), `disk/full`, `disk/read-only`,
 *   `disk/denied`, `disk/failed`.
 */
export function makePrivateFolder(disk: Disk, path: string): void {
  ensureFolder(disk, path);
  requirePrivateFolder(disk, path);
}

/**
 * Refuses a folder that is not private; makes none.
 *
 * @param disk Where.
 * @param path The folder.
 * @throws {LnkError} `disk/missing`, `disk/link`, `disk/wrong-kind`,
 *   `disk/not-private`, `disk/denied`, `disk/failed`.
 */
export function requirePrivateFolder(disk: Disk, path: string): void {
  if (!lookAtPrivateFolder(disk, path)) throw missing(path, "folder");
}

/**
 * Refuses a folder that is not private, where one stands.
 *
 * @param disk Where.
 * @param path The folder.
 * @returns What stands there, or `undefined`.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/not-private`,
 *   `disk/denied`, `disk/failed`.
 */
export function lookAtPrivateFolder(
  disk: Disk,
  path: string,
): Entry | undefined {
  const entry = lookAtFolder(disk, path);
  if (entry) refuseShared(disk, path, entry);
  return entry;
}

/**
 * Opens a private file: regular, mode 0600, own user, one name, no link.
 *
 * @param disk Where.
 * @param path The file, in a private folder.
 * @param mode Whether to write at its end as well.
 * @returns The open file, or `undefined` where nothing stands.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/changed`,
 *   `disk/not-private`, `disk/many-names`, `disk/denied`, `disk/read-only`,
 *   `disk/failed`.
 */
export function openPrivate(
  disk: Disk,
  path: string,
  mode: OpenMode,
): OpenFile | undefined {
  return openPlain(
    disk,
    path,
    mode,
    (opened) => refusePublicFile(disk, path, opened),
  );
}

/**
 * Reads a private file whole.
 *
 * @param disk Where.
 * @param path The file, in a private folder.
 * @param limit The most bytes it may have.
 * @returns Its content, or `undefined` where nothing stands.
 * @throws {LnkError} As {@linkcode openPrivate}, and `disk/too-large`.
 */
export function readPrivate(
  disk: Disk,
  path: string,
  limit: number,
): Uint8Array<ArrayBuffer> | undefined {
  using file = openPrivate(disk, path, "read");
  if (!file) return undefined;
  const bytes = readWhole(file, limit);
  if (bytes.length <= limit) return bytes;
  throw refused("disk/too-large", path, `it has more than ${limit} bytes`);
}

/**
 * Refuses a file that is not private, without opening it.
 *
 * @param disk Where.
 * @param path The file, in a private folder.
 * @returns What stands there, or `undefined`.
 * @throws {LnkError} `disk/link`, `disk/wrong-kind`, `disk/not-private`,
 *   `disk/many-names`, `disk/denied`, `disk/failed`.
 */
export function lookAtPrivate(disk: Disk, path: string): Entry | undefined {
  const entry = lookAtFile(disk, path);
  if (entry) refusePublicFile(disk, path, entry);
  return entry;
}

function refusePublicFile(disk: Disk, path: string, entry: Entry): void {
  if (entry.kind === "link") throw linked(path);
  if (entry.kind !== "file") throw wrongKind(path, "file", entry);
  refuseShared(disk, path, entry);
  if (entry.links === 1) return;
  throw manyNames(path, entry);
}

/** Refuses another owner, and any bit beside the owner's. */
function refuseShared(disk: Disk, path: string, entry: Entry): void {
  const folder = entry.kind === "folder";
  const wanted = folder ? 0o700 : 0o600;
  const uid = attempt("tell the user of", path, () => disk.uid);
  if (entry.uid !== uid) {
    throw refused(
      "disk/not-private",
      path,
      `its owner is user ${entry.uid}, not ${uid}`,
      `look at who made it; if it is yours: chown ${uid} ${shellPath(path)}`,
    );
  }
  const mode = folder ? entry.mode & ~SET_GROUP : entry.mode;
  if (mode === wanted) return;
  throw refused(
    "disk/not-private",
    path,
    `its mode is ${octal(entry.mode)}, not ${octal(wanted)}: ${
      bits(mode, wanted)
    }`,
    `look at who could reach it; then: chmod ${octal(wanted)} ${
      shellPath(path)
    }`,
  );
}

const BITS: readonly (readonly [number, string])[] = [
  [0o4000, "set-user"],
  [0o2000, "set-group"],
  [0o1000, "sticky"],
  [0o400, "owner may read"],
  [0o200, "owner may write"],
  [0o100, "owner may execute"],
  [0o040, "group may read"],
  [0o020, "group may write"],
  [0o010, "group may execute"],
  [0o004, "others may read"],
  [0o002, "others may write"],
  [0o001, "others may execute"],
];

/** Which bits are too many or too few, in words. */
function bits(mode: number, wanted: number): string {
  return BITS.filter(([bit]) => ((mode ^ wanted) & bit) !== 0)
    .map(([bit, words]) => (mode & bit) !== 0 ? words : `not "${words}"`)
    .join(", ");
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, "0");
}
