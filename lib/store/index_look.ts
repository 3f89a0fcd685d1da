// Copyright 2026 the lnk authors. MIT license.

/**
 * Looking at a log's index without opening it for use: no lock, no recovery,
 * no file beside it.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { attempt } from "../disk/fault.ts";
import type { Disk } from "../disk.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { isIndexName, isWhole, type Known } from "./index.ts";

/** What looking at an index found. */
export type IndexLook =
  /** There is none. */
  | { readonly state: "missing" }
  /** A write-ahead log stands beside it, which only its next use reads. */
  | { readonly state: "in use" }
  /** It will be made anew; why, in words. */
  | { readonly state: "unusable"; readonly why: string }
  /** How far it knows the log. */
  | { readonly state: "known"; readonly known: Known | undefined };

/**
 * Looks at the index of a log.
 *
 * @param disk Where. The index itself is read by SQLite.
 * @param folder The private folder of the log's index, an absolute path.
 * @returns What stands there.
 * @throws {LnkError} As `openPrivate` does; `disk/denied`, `disk/failed`.
 */
export async function lookAtIndex(
  disk: Disk,
  folder: string,
): Promise<IndexLook> {
  if (!lookAtFolder(disk, folder)) return { state: "missing" };
  const names = attempt("list", folder, () => disk.list(folder))
    .filter(isIndexName);
  if (names.length === 0) return { state: "missing" };
  if (names.length > 1) return unusable(`there are ${names.length} of it`);
  const [name] = names as [string];
  const path = join(folder, name);
  const wal = attempt("look at", path, () => disk.lstat(`${path}-wal`));
  if (wal && wal.size > 0) return { state: "in use" };
  if (!isWhole(disk, folder, name)) {
    return unusable("it is cut off, or none of this version");
  }
  try {
    return { state: "known", known: await readKnown(path) };
  } catch {
    return unusable("SQLite cannot read it");
  }
}

function unusable(why: string): IndexLook {
  return { state: "unusable", why };
}

/** Immutable: nothing is locked, and no write-ahead log is made. */
async function readKnown(path: string): Promise<Known | undefined> {
  const { DatabaseSync } = await import("node:sqlite");
  const url = `file://${path.split("/").map(encodeURIComponent).join("/")}`;
  using database = new DatabaseSync(`${url}?immutable=1`, { readOnly: true });
  const row = database.prepare(
    'SELECT id, size, modified, changed, start, "end", last FROM known',
  ).get();
  return row as Known | undefined;
}
