// Copyright 2026 the lnk authors. MIT license.

/**
 * Conversation logs: records in order, each appended for good or not at all.
 *
 * Source: the specification's "Portable Context", from "Source correlation"
 * to "context::append"; docs/store.md tells the format.
 *
 * @module
 */

import { durableAppend } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { recordContent } from "./canonical.ts";
import { sequenceConflict, sourceConflict } from "./conflict.ts";
import type { Mark } from "./index_tables.ts";
import type { Appended, LogPage, LogRange, LogRecord } from "./interface.ts";
import { type Line, linesFrom } from "./log_lines.ts";
import { type KnownLog, type LogPlace, WrongIndex } from "./place.ts";
import { lineOf, type NewRecord, type ReadLine, readLine } from "./record.ts";
import { knownOf } from "./scan.ts";
import { cutTail } from "./tail.ts";

/** The most records of one page. */
const PAGE_RECORDS = 10_000;
/** The most bytes of one page with more than one record. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Bytes read where one line is wanted; most have fewer. */
const ONE_LINE = 4096;

/**
 * Reads records of a log.
 *
 * @param log The log, known.
 * @param range Which records.
 * @returns A page of them.
 */
export function readPage(log: KnownLog, range: LogRange): LogPage {
  const first = (range.after ?? 0) + 1;
  const last = Math.min(range.through ?? log.known.last, log.known.last);
  const most = Math.min(range.limit ?? PAGE_RECORDS, PAGE_RECORDS);
  const records: LogRecord[] = [];
  if (first > last) return { records, more: false };
  let bytes = 0;
  for (const { seq, line } of numbered(log, log.index.markBefore(first))) {
    if (seq < first) continue;
    bytes += line.bytes.length;
    if (records.length > 0 && bytes > PAGE_BYTES) break;
    records.push({ seq, raw: trusted(line, seq).raw });
    if (seq === last || records.length === most) break;
  }
  return { records, more: first + records.length <= last };
}

/** The lines from a mark on, with the sequence that each must have. */
function* numbered(log: KnownLog, { seq, at }: Mark) {
  for (const line of linesFrom(log.file, at)) yield { seq: seq++, line };
  // The caller stops at the last record: there must be no end before it.
  throw new WrongIndex();
}

/** A line that the index points to; where it is no such line, the index is wrong. */
function trusted(line: Line, seq: number): ReadLine {
  const read = line.ended ? readLine(line.bytes, seq) : "is cut off";
  if (typeof read === "string") throw new WrongIndex();
  return read;
}

/** A record on its way into a log. */
export interface Appending {
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** The record, checked. */
  readonly record: NewRecord;
  /** The sequence that it is meant to get. */
  readonly seq: number;
}

/**
 * Appends a record, or finds it by its source.
 *
 * @param place Where the log is or will be. Hold its lock.
 * @param log The log, known; `undefined` where there is none yet.
 * @param appending The record and its place.
 * @returns Where it stands.
 */
export async function appendTo(
  place: LogPlace,
  log: KnownLog | undefined,
  appending: Appending,
): Promise<Appended> {
  const { record, seq } = appending;
  const last = log?.known.last ?? 0;
  if (log) requireLastLine(log);
  const found = log && await findBySource(log, appending);
  if (found) return found;
  if (seq !== last + 1) throw sequenceConflict(place.relative, seq, last);
  const line = new TextEncoder().encode(lineOf(record, seq) + "\n");
  if (log) await appendLine(place, log, { record, seq, line });
  else await place.create(place.relative, line, true);
  return { seq, repeated: false };
}

/** What the index knows ends with a whole line of that sequence: else the next one would be told as kept in a corrupt log. */
function requireLastLine({ file, known }: KnownLog): void {
  if (known.last === 0) return;
  const [line] = linesFrom(file, known.start, ONE_LINE);
  if (!line || known.start + line.bytes.length + 1 !== known.end) {
    throw new WrongIndex();
  }
  trusted(line, known.last);
}

async function findBySource(
  { file, index, known }: KnownLog,
  { thread, record }: Pick<Appending, "thread" | "record">,
): Promise<Appended | undefined> {
  if (record.source === undefined) return undefined;
  const mark = index.find(record.source);
  if (!mark) return undefined;
  const [line] = linesFrom(file, mark.at, ONE_LINE);
  if (!line || mark.at >= known.end) throw new WrongIndex();
  const { raw, source } = trusted(line, mark.seq);
  if (source !== record.source) throw new WrongIndex();
  const { seq } = mark;
  if (raw === lineOf(record, seq)) return { seq, repeated: true };
  const [there, given] = await Promise.all([
    recordContent(raw),
    recordContent(record.text),
  ]);
  if (there.digest === given.digest) return { seq, repeated: true };
  throw sourceConflict({ thread, seq, source, there, given });
}

interface NewLine {
  readonly record: NewRecord;
  readonly seq: number;
  readonly line: Uint8Array;
}

async function appendLine(
  place: LogPlace,
  log: KnownLog,
  { record, seq, line }: NewLine,
): Promise<void> {
  const { file, index, known } = log;
  if (known.size > known.end) await cutTail(place, log);
  durableAppend(file, line);
  // The record is there for good: what happens to the index is no failure.
  try {
    const entry = attempt("look at", log.path, () => file.entry());
    const end = known.end + line.length;
    if (entry.size !== end) return index.clear();
    const indexed = { seq, at: known.end, source: record.source };
    index.add([indexed], knownOf(entry, { start: known.end, end, last: seq }));
  } catch {
    place.forget();
  }
}
