// Copyright 2026 the lnk authors. MIT license.

/**
 * How far an adapter has read, to be kept in its home and asked about when it
 * returns.
 *
 * Source: the specification's "Portable Context", "Snapshot and Cursor" and
 * "On return".
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { conversationOf, isName } from "../names.ts";
import { type Binding, MISSING, type Store } from "../store/interface.ts";
import { storePath } from "../store/paths.ts";
import { parseVersion } from "../store/version.ts";
import { quote } from "../text.ts";
import { listDocuments } from "../memory/paths.ts";
import { isMembers, jsonObject, type Members } from "./json_object.ts";

/** The most bytes of a cursor's text. */
export const CURSOR_LIMIT = 4 * 1024 * 1024;

/** How far a conversation and memory were read. */
export interface Cursor extends Binding {
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The last sequence that was read; 0 for none. */
  readonly throughSeq: number;
  /** The version of each file that was read, by its path; 0 where it was missing. */
  readonly files: ReadonlyMap<string, bigint>;
  /** Whether all portable documents were read: then a new one is news too. */
  readonly allMemory: boolean;
}

/** What happened since a cursor was made. */
export interface News {
  /** Whether nothing did. */
  readonly current: boolean;
  /** Files that say something else now. */
  readonly changed: readonly string[];
  /** Files that are missing now. */
  readonly deleted: readonly string[];
  /** Files that are there now and were not. */
  readonly added: readonly string[];
  /** How many records came. */
  readonly recordsSince: number;
  /** How many records that were read are gone: the log is another one. */
  readonly recordsLost: number;
}

/**
 * Tells what happened since a cursor was made.
 *
 * @param store The same agent's store.
 * @param binding Whose store it is.
 * @param cursor The cursor.
 * @returns The news; paths sorted.
 * @throws {LnkError} `context/foreign-cursor` if it is of another agent or
 *   owner; as the store does.
 */
export async function checkCursor(
  store: Store,
  binding: Binding,
  cursor: Cursor,
): Promise<News> {
  requireOwn(binding, cursor);
  const last = await store.last(cursor.thread);
  const before = new Map(cursor.files);
  if (cursor.allMemory) {
    for (const { path } of await listDocuments(store)) {
      if (!before.has(path)) before.set(path, MISSING);
    }
  }
  const now = new Map<string, bigint>();
  for (const path of before.keys()) {
    now.set(path, (await store.fileRead(path))?.version ?? MISSING);
  }
  const paths = [...before.keys()].sort()
    .filter((path) => before.get(path) !== now.get(path));
  const news = {
    changed: paths.filter((path) => before.get(path) && now.get(path)),
    deleted: paths.filter((path) => !now.get(path)),
    added: paths.filter((path) => !before.get(path)),
    recordsSince: Math.max(last - cursor.throughSeq, 0),
    recordsLost: Math.max(cursor.throughSeq - last, 0),
  };
  const current = paths.length === 0 && last === cursor.throughSeq;
  return { current, ...news };
}

function requireOwn(binding: Binding, cursor: Cursor): void {
  for (const part of ["agent", "owner"] as const) {
    if (cursor[part] === binding[part]) continue;
    throw new LnkError(
      "refused",
      "context/foreign-cursor",
      `Cannot use the cursor: its ${part} is ${quote(cursor[part])}, not ` +
        quote(binding[part]),
    );
  }
}

/**
 * A cursor as it is kept and printed.
 *
 * @param cursor The cursor.
 * @returns Its JSON members; versions are decimal strings.
 */
export function cursorFields(cursor: Cursor): Record<string, unknown> {
  const { agent, owner, thread, throughSeq, files, allMemory } = cursor;
  const versions = [...files].map(([path, version]) => [path, `${version}`]);
  return {
    agent,
    owner,
    thread,
    through_seq: throughSeq,
    files: Object.fromEntries(versions),
    all_memory: allMemory,
  };
}

/**
 * Reads a cursor that was kept.
 *
 * @param text The JSON of {@linkcode cursorFields}, or an object that has it
 *   as its `cursor`, as `context read --json` prints.
 * @returns The cursor.
 * @throws {LnkError} `context/cursor` if it is none.
 */
export function parseCursor(text: string): Cursor {
  const outer = parseObject(text);
  const fields = isMembers(outer.cursor) ? outer.cursor : outer;
  const { agent, owner, thread, through_seq: through, files } = fields;
  if (typeof agent !== "string" || !isName("agent", agent)) {
    throw noCursor("agent");
  }
  if (typeof owner !== "string" || !isName("owner", owner)) {
    throw noCursor("owner");
  }
  if (typeof thread !== "string") throw noCursor("thread");
  if (!isThread(thread)) throw noCursor("thread");
  if (!Number.isSafeInteger(through) || (through as number) < 0) {
    throw noCursor("through_seq");
  }
  return {
    agent,
    owner,
    thread,
    throughSeq: through as number,
    files: filesFrom(files),
    allMemory: fields.all_memory === true,
  };
}

function parseObject(text: string): Members {
  const members = jsonObject(text);
  if (members) return members;
  throw new LnkError(
    "usage",
    "context/cursor",
    "Cannot read the cursor: it is not a JSON object",
  );
}

function filesFrom(files: unknown): ReadonlyMap<string, bigint> {
  if (!isMembers(files)) throw noCursor("files");
  return new Map(
    Object.entries(files).map(([path, text]) => {
      if (!isFilePath(path)) throw noCursor("files");
      const version = typeof text === "string" ? parseVersion(text) : undefined;
      if (version === undefined) throw noCursor("files");
      return [path, version] as const;
    }),
  );
}

function isThread(thread: string): boolean {
  try {
    return conversationOf(thread) !== "";
  } catch {
    return false;
  }
}

function isFilePath(path: string): boolean {
  try {
    return storePath(path).kind !== "conversation";
  } catch {
    return false;
  }
}

function noCursor(member: string): LnkError {
  return new LnkError(
    "usage",
    "context/cursor",
    `Cannot read the cursor: its ${quote(member)} is missing or malformed`,
  );
}
