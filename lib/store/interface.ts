// Copyright 2026 the lnk authors. MIT license.

/**
 * Portable storage as a caller sees it: files with compare-and-swap, append-only
 * conversation logs, leases. The file driver and the bridge's client are both
 * one.
 *
 * Every call may fail with `store/unreachable` (could not reach it, nothing is
 * known) beside the codes named at each.
 *
 * Source: the specification's "Portable Context", from "Storage binding" to
 * "Notes".
 *
 * @module
 */

/** Whose storage it is: a caller proves itself for one agent and owner. */
export interface Binding {
  /** The agent's id. */
  readonly agent: string;
  /** The owner's name. */
  readonly owner: string;
}

/** A file's content and the token that a change of it must name. */
export interface StoredFile {
  /** The store path, such as `memory/notes.md`. */
  readonly path: string;
  /** An opaque token of the content: compare it for equality only. */
  readonly version: bigint;
  /** The bytes. */
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A file without its content. */
export type ListedFile = Omit<StoredFile, "content">;

/** The version of a file that is not there. */
export const MISSING = 0n;

/** One line of a conversation log. */
export interface LogRecord {
  /** Its place, from 1. */
  readonly seq: number;
  /** The line without its newline: the record's own text with `"seq":N,` after its opening brace. */
  readonly raw: string;
}

/** Which records are asked for. */
export interface LogRange {
  /** The records with a greater sequence (default 0: from the start). */
  readonly after?: number;
  /** The records up to and with this sequence (default: the last). */
  readonly through?: number;
  /** At most so many, 1 or more; a page may also end earlier by its size. */
  readonly limit?: number;
}

/** Some records in order, without a gap. */
export interface LogPage {
  /** The records; empty only if none is left in the range. */
  readonly records: readonly LogRecord[];
  /** Whether the range holds more after them: ask again after the last one. */
  readonly more: boolean;
}

/** Where a record stands in its log. */
export interface Appended {
  /** Its sequence. */
  readonly seq: number;
  /** Whether it was there already, by its source and content. */
  readonly repeated: boolean;
}

/** A durable right to do something alone, for a while. */
export interface Lease {
  /** What is held. */
  readonly name: string;
  /** Who holds it. */
  readonly holder: string;
  /** When it ends unless it is renewed, in milliseconds since 1970 by the store's clock. */
  readonly expires: number;
}

/** Portable storage. */
export interface Store extends Disposable {
  /** Reads a file; `undefined` where none is. Fails with `store/path`, `store/closed-path`. */
  fileRead(path: string): Promise<StoredFile | undefined>;
  /**
   * Writes a whole file and tells its new version.
   *
   * With `expect`, only if that is the version there ({@linkcode MISSING}: only
   * if none is); notes and portable documents are written with `expect` only.
   * Fails with `store/version-conflict` (details: `path`, `version`),
   * `store/not-granted`, `store/path`, `store/too-large`, `store/expect-needed`.
   */
  fileWrite(
    path: string,
    content: Uint8Array<ArrayBuffer>,
    expect?: bigint,
  ): Promise<bigint>;
  /** Removes a file if the version is the one there. Fails as `fileWrite` does. */
  fileDelete(path: string, expect: bigint): Promise<void>;
  /** The files below a folder or all, sorted by path. */
  fileList(prefix?: string): Promise<readonly ListedFile[]>;
  /** The last sequence of a conversation; 0 for an empty or absent one. Fails with `store/corrupt-log`. */
  last(thread: string): Promise<number>;
  /** Records of a conversation. Fails with `store/range`, `store/corrupt-log`. */
  read(thread: string, range?: LogRange): Promise<LogPage>;
  /**
   * Appends a record, a JSON object's text, at the next sequence.
   *
   * A record with the same source and content as one in the log is that one,
   * whatever `seq` says. Fails with `store/sequence-conflict` (details:
   * `last`) if `seq` is not the next, `store/source-conflict` (details:
   * `thread`, `seq`, `differs`, `digest`, `given_digest`) if the source is used with other content,
   * `store/record` if it is no record, `store/range` if `seq` is no sequence.
   */
  append(thread: string, record: string, seq: number): Promise<Appended>;
  /** Takes a lease for some milliseconds. Fails with `store/lease-held` (details: `holder`, `expires`). */
  leaseAcquire(name: string, holder: string, ttl: number): Promise<Lease>;
  /** Prolongs a lease that the holder has. Fails with `store/lease-lost`. */
  leaseRenew(name: string, holder: string, ttl: number): Promise<Lease>;
  /** Gives a lease back. Fails with `store/lease-lost`. */
  leaseRelease(name: string, holder: string): Promise<void>;
}
