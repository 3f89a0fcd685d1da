// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads a conversation and memory up to a boundary that does not move while it
 * is read.
 *
 * It is a boundary, not a transaction: each document is what it was at one
 * moment, and the cursor tells which. Whether a model took any of it in is not
 * known here. Records of tools are history and are never run again.
 *
 * Source: the specification's "Portable Context", "Read a finite context".
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { getMemory, listMemory, type StoredMemory } from "../memory/get.ts";
import { documentPath } from "../memory/paths.ts";
import {
  type Binding,
  type LogRecord,
  MISSING,
  type Store,
} from "../store/interface.ts";
import { quote } from "../text.ts";
import type { Cursor } from "./cursor.ts";
import { type Event, eventOf } from "./event.ts";

/** The most characters of the records in one snapshot. */
export const SNAPSHOT_LIMIT = 256 * 1024 * 1024;

/** How many records are in memory at once while they are streamed. */
const PAGE = 3000;

/** What is to be read. */
export interface ContextRequest extends RecordRange {
  /** Whose store it is, for the cursor. */
  readonly binding: Binding;
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The documents by id, or all; none without it. */
  readonly memory?: readonly string[] | "all";
}

/** Which records are read; all without it. */
export interface RecordRange {
  /** Only the records with a greater sequence. */
  readonly after?: number;
  /** Only the last so many of them. */
  readonly newest?: number;
}

/** A conversation and memory at a boundary. */
export interface Snapshot {
  /** The conversation. */
  readonly thread: string;
  /** The last sequence at the moment of the question; 0 for none. */
  readonly throughSeq: number;
  /** The records, of every kind, in order. */
  readonly records: readonly LogRecord[];
  /** The records that any reader understands, in order. */
  readonly events: readonly Event[];
  /** How many records are no events. */
  readonly others: number;
  /** The documents that were asked for and are there, by id. */
  readonly documents: readonly StoredMemory[];
  /** How far was read. */
  readonly cursor: Cursor;
}

/**
 * Reads a conversation and memory.
 *
 * @example Usage
 * ```ts
 * import { append, checkCursor, fileStore, readContext, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * const binding = { agent: "ada", owner: "eve" };
 * const thread = "link:main";
 * {
 *   using store = fileStore(host, ".", binding);
 *   const said = { thread, record: '{"role":"user","text":"hello"}' };
 *   await append(store, said);
 *   const request = { binding, thread, memory: "all" } as const;
 *   const { events, cursor } = await readContext(store, request);
 *   assertEquals(events.map(({ text }) => text), ["hello"]);
 *   assertEquals((await checkCursor(store, binding, cursor)).current, true);
 *   await append(store, said);
 *   assertEquals((await checkCursor(store, binding, cursor)).recordsSince, 1);
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param store Where.
 * @param request What.
 * @returns The snapshot.
 * @throws {LnkError} `name/thread`, `name/malformed`; `context/too-large` if
 *   the records have more than {@linkcode SNAPSHOT_LIMIT} characters; as the
 *   store does.
 */
export async function readContext(
  store: Store,
  request: ContextRequest,
): Promise<Snapshot> {
  const { binding, thread, memory = [] } = request;
  // A wrong id is said before a long log is read.
  if (memory !== "all") memory.forEach(documentPath);
  const throughSeq = await store.last(thread);
  const range = { ...rangeOf(request, throughSeq), through: throughSeq };
  const records: LogRecord[] = [];
  let size = 0;
  for await (const record of recordsOf(store, thread, range)) {
    size += record.raw.length;
    if (size > SNAPSHOT_LIMIT) throw tooLarge(thread);
    records.push(record);
  }
  const { documents, files } = await readDocuments(store, memory);
  const events = records.map(eventOf).filter((event) => event !== undefined);
  return {
    thread,
    throughSeq,
    records,
    events,
    others: records.length - events.length,
    documents,
    cursor: {
      agent: binding.agent,
      owner: binding.owner,
      thread,
      throughSeq,
      files,
      allMemory: memory === "all",
    },
  };
}

/**
 * Where a range starts in a conversation.
 *
 * @param range The records that are wanted.
 * @param last The last sequence.
 * @returns The sequence before the first of them.
 */
export function rangeOf(
  { after = 0, newest = Infinity }: RecordRange,
  last: number,
): { readonly after: number } {
  return { after: Math.max(after, last - newest, 0) };
}

/**
 * The records of a conversation, page by page: one page is in memory.
 *
 * @param store Where.
 * @param thread The conversation.
 * @param range After which sequence, and through which.
 * @returns The records in order, none left out.
 * @throws {LnkError} `context/gap` if a record is not there any more; as the
 *   store does.
 */
export async function* recordsOf(
  store: Store,
  thread: string,
  range: { readonly after: number; readonly through: number },
): AsyncGenerator<LogRecord> {
  const { through } = range;
  const limit = PAGE;
  for (let { after } = range; after < through;) {
    const { records } = await store.read(thread, { after, through, limit });
    for (const record of records) {
      if (record.seq !== ++after) throw gap(thread, after);
      yield record;
    }
    if (records.length === 0) throw gap(thread, after + 1);
  }
}

async function readDocuments(
  store: Store,
  memory: readonly string[] | "all",
): Promise<Pick<Snapshot, "documents"> & Pick<Cursor, "files">> {
  const documents: StoredMemory[] = [];
  const files = new Map<string, bigint>();
  if (memory === "all") {
    documents.push(...await listMemory(store));
    for (const { path, version } of documents) files.set(path, version);
    return { documents, files };
  }
  for (const id of [...new Set(memory)].sort()) {
    const stored = await getMemory(store, id);
    if (stored) documents.push(stored);
    files.set(documentPath(id), stored?.version ?? MISSING);
  }
  return { documents, files };
}

/**
 * The refusal of records that are too many to be held at once.
 *
 * @param thread The conversation.
 * @returns An error of code `context/too-large`.
 */
export function tooLarge(thread: string): LnkError {
  return new LnkError(
    "unable",
    "context/too-large",
    `Cannot hold all of ${quote(thread)} in memory: its records have more ` +
      `than ${SNAPSHOT_LIMIT} characters`,
  );
}

function gap(thread: string, seq: number): LnkError {
  return new LnkError(
    "refused",
    "context/gap",
    `Cannot read ${quote(thread)}: record ${seq} was there and is gone`,
  );
}
