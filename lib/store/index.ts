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

/** How far a log is known. */
export interface Known {
  /** Device and inode of the log. */
  readonly id: string;
  /** Its size in bytes, with an interrupted append. */
  readonly size: number;
  /** When it changed, in milliseconds since 1970. */
  readonly modified: number;
  /** When anything of it changed, in milliseconds since 1970, to the second. */
  readonly changed: number;
  /** Where its last whole line starts; 0 where there is none. */
  readonly start: number;
  /** Where its whole lines end: up to here it is read, checked and synced. */
  readonly end: number;
  /** The sequence of its last whole line; 0 where there is none. */
  readonly last: number;
}

/** The size of a log whose index is not to be believed; `id` and `end` still tell what was confirmed. */
export const NOT_KNOWN = -1;

/** Where a record starts. */
export interface Mark {
  /** The record's sequence. */
  readonly seq: number;
  /** The byte where its line starts. */
  readonly at: number;
}

/** A record as the index keeps it. */
export interface Indexed extends Mark {
  /** What names its source. */
  readonly source: string | undefined;
}

/** The index of one log. Every call may throw what SQLite throws: the index is then good for nothing. */
export interface LogIndex extends Disposable {
  /** How far the log was known when the index was last right. */
  known(): Known | undefined;
  /** The first record of a source. */
  find(source: string): Mark | undefined;
  /** The last marked record up to and with a sequence. */
  markBefore(seq: number): Mark;
  /** Adds records and, where it is told, how far the log is known with them. */
  add(records: readonly Indexed[], known?: Known): void;
  /** Forgets all but what was confirmed: {@linkcode NOT_KNOWN} is its size then. */
  clear(): void;
  /** Whether the file is still the one that its name leads to. */
  stands(): boolean;
}

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

/** A mark at least every so many bytes: what a search reads in vain. */
export const STRIDE = 64 * 1024;

const TABLES = `
  CREATE TABLE known (
    one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL,
    changed INTEGER NOT NULL, start INTEGER NOT NULL,
    "end" INTEGER NOT NULL, last INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE mark (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE TABLE source (
    name TEXT PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE total (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    sources INTEGER NOT NULL, seqs INTEGER NOT NULL
  ) STRICT;
  INSERT INTO total VALUES (1, 0, 0);
`;

/** Whether all sources are there that were ever written, by their number and the sum of their sequences. */
const COMPLETE = `
  SELECT sources = (SELECT count(*) FROM source) AND
    seqs = (SELECT ifnull(sum(seq), 0) FROM source) AS complete FROM total
`;

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

/** Beside a write-ahead log, an older copy of the same index looks new where the log has newer pages, and only there. */
function requireComplete(database: DatabaseSync): void {
  if (database.prepare(COMPLETE).get()?.complete === 1) return;
  throw new Error("the index and its write-ahead log are not of one time");
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

function indexOn(database: DatabaseSync, stands: () => boolean): LogIndex {
  const known = database.prepare(
    'SELECT id, size, modified, changed, start, "end", last FROM known',
  );
  const find = database.prepare("SELECT seq, at FROM source WHERE name = ?");
  const before = database.prepare(
    "SELECT seq, at FROM mark WHERE seq <= ? ORDER BY seq DESC LIMIT 1",
  );
  const close = () => {
    if (database.isOpen) database.close();
  };
  return {
    known: () => known.get() as Known | undefined,
    find: (source) => find.get(source) as Mark | undefined,
    markBefore: (seq) => (before.get(seq) as Mark | undefined) ?? FIRST,
    add: adder(database),
    clear: () =>
      database.exec(
        `BEGIN; UPDATE known SET size = ${NOT_KNOWN};
         DELETE FROM mark; DELETE FROM source;
         UPDATE total SET sources = 0, seqs = 0; COMMIT;`,
      ),
    stands,
    [Symbol.dispose]: close,
  };
}

/** The mark of every log, also of an empty one. */
export const FIRST: Mark = { seq: 1, at: 0 };

function adder(database: DatabaseSync): LogIndex["add"] {
  const lastMark = database.prepare(
    "SELECT at FROM mark ORDER BY seq DESC LIMIT 1",
  );
  const mark = database.prepare("INSERT OR REPLACE INTO mark VALUES (?, ?)");
  const source = database.prepare(
    "INSERT OR IGNORE INTO source VALUES (?, ?, ?)",
  );
  const know = database.prepare(
    "INSERT OR REPLACE INTO known VALUES (1, ?, ?, ?, ?, ?, ?, ?)",
  );
  const total = database.prepare(
    "UPDATE total SET sources = sources + ?, seqs = seqs + ?",
  );
  return (records, known) => {
    database.exec("BEGIN");
    try {
      let marked = Number(lastMark.get()?.at ?? 0);
      let [sources, seqs] = [0, 0];
      for (const { seq, at, source: name } of records) {
        if (at - marked >= STRIDE) mark.run(seq, marked = at);
        if (name === undefined || source.run(name, seq, at).changes === 0) {
          continue;
        }
        sources++;
        seqs += seq;
      }
      total.run(sources, seqs);
      if (known) {
        const { id, size, modified, changed, start, end, last } = known;
        know.run(id, size, modified, changed, start, end, last);
      }
      database.exec("COMMIT");
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };
}
