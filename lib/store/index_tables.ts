// Copyright 2026 the lnk authors. MIT license.

/**
 * What an index holds, and the tables it holds it in.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";

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

/** The mark of every log, also of an empty one. */
export const FIRST: Mark = { seq: 1, at: 0 };

/** A mark at least every so many bytes: what a search reads in vain. */
export const STRIDE = 64 * 1024;

/** What a new index is made with. */
export const TABLES = `
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
 * Requires all that was ever written to be there. Beside a write-ahead log, an
 * older copy of the same index looks new where the log has newer pages, and
 * only there.
 *
 * @param database The index.
 * @throws {Error} If something is missing.
 */
export function requireComplete(database: DatabaseSync): void {
  if (database.prepare(COMPLETE).get()?.complete === 1) return;
  throw new Error("the index and its write-ahead log are not of one time");
}

/**
 * Reads and writes the tables.
 *
 * @param database The index.
 * @param stands Whether its file is still the one that its name leads to.
 * @returns The index; closed when it is disposed of.
 */
export function indexOn(
  database: DatabaseSync,
  stands: () => boolean,
): LogIndex {
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
