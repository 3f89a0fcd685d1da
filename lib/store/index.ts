// Copyright 2026 the lnk authors. MIT license.

/**
 * What is known of a log without reading it: how far it was confirmed, where
 * records start, where each source stands.
 *
 * The log is the truth. The index is believed only while the log is the very
 * file, of the same size and time, that it was made from; what it points to is
 * looked at in the log again. It is SQLite with a write-ahead log and no sync
 * of each commit: after a power cut it is an older index, never a mixed one.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { encodeHex } from "@std/encoding/hex";
import { join } from "@std/path/posix";
import { type Disk, type Host, openPrivate } from "../disk.ts";
import {
  indexOn,
  type LogIndex,
  requireComplete,
  TABLES,
} from "./index_tables.ts";

export type { Known, LogIndex } from "./index_tables.ts";

/** Tells an index of ours, of this version of the tables, from other databases. */
const APPLICATION = 0x6c6e6b31;
const NAME = /^([0-9a-f]{8})\.index$/;

/**
 * Whether a name is one that an index has.
 *
 * @param name A name in the folder of an index.
 * @returns Whether it is eight hex digits and `.index`.
 */
export function isIndexName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Opens a log's index, or makes an empty one where there is none that is ours
 * and whole. Hold the folder's lock.
 *
 * @param host The disk, and the randomness of a new index's name.
 * @param folder The private folder of this log's index, an absolute path.
 * @returns The index.
 * @throws {Error} What SQLite throws if it cannot be opened or made.
 */
export async function openIndex(
  host: Pick<Host, "disk" | "random">,
  folder: string,
): Promise<LogIndex> {
  const { disk } = host;
  const found = disk.list(folder).filter(isIndexName);
  if (found.length === 1 && isWhole(disk, folder, found[0]!)) {
    try {
      return await openFile(disk, join(folder, found[0]!));
    } catch {
      // It is made anew below.
    }
  }
  dropIndex(disk, folder);
  return await createFile(host, folder);
}

/**
 * Whether a file is an index of ours and whole. The header names the file it
 * belongs to: beside a left write-ahead log, another index must not be taken
 * for this one.
 *
 * @param disk Where.
 * @param folder The private folder of the index.
 * @param name Its name.
 * @returns Whether it can be opened.
 * @throws {LnkError} As `openPrivate` does.
 */
export function isWhole(disk: Disk, folder: string, name: string): boolean {
  using file = openPrivate(disk, join(folder, name), "read");
  const header = new Uint8Array(100);
  if (!file || file.readAt(0, header) < header.length) return false;
  const view = new DataView(header.buffer);
  const pageSize = view.getUint16(16);
  return view.getUint32(68) === APPLICATION &&
    view.getUint32(60) === parseInt(NAME.exec(name)![1]!, 16) &&
    file.entry().size >= pageSize * view.getUint32(28);
}

/**
 * Removes a log's index. Hold the folder's lock.
 *
 * @param disk Where.
 * @param folder The private folder of this log's index.
 */
export function dropIndex(disk: Disk, folder: string): void {
  for (const name of disk.list(folder)) {
    if (/^[0-9a-f]{8}\.index(-wal|-shm|-journal)?$/.test(name)) {
      disk.remove(join(folder, name));
    }
  }
}

async function createFile(
  { disk, random }: Pick<Host, "disk" | "random">,
  folder: string,
): Promise<LogIndex> {
  const id = random(4);
  // SQLite keeps the number signed.
  id[0]! &= 0x7f;
  const path = join(folder, `${encodeHex(id)}.index`);
  disk.createNew(path).close();
  const database = await connect(path);
  const version = new DataView(id.buffer).getUint32(0);
  database.exec(
    `PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${version};`,
  );
  database.exec(`BEGIN; ${TABLES} COMMIT;`);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  return indexOn(database, standing(disk, path));
}

async function openFile(disk: Disk, path: string): Promise<LogIndex> {
  const left = (disk.lstat(`${path}-wal`)?.size ?? 0) > 0;
  const database = await connect(path);
  try {
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    if (left) requireComplete(database);
    return indexOn(database, standing(disk, path));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The only place that loads SQLite: not before a log is used. */
async function connect(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  // Another process may be closing it, which needs a moment.
  return new DatabaseSync(path, { timeout: 5000 });
}

function standing(disk: Disk, path: string): () => boolean {
  const id = disk.lstat(path)?.id;
  return () => disk.lstat(path)?.id === id;
}
