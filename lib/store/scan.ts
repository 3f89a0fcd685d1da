// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads a whole log, checks every line, and makes its index anew.
 *
 * @module
 */

import { type Entry, type Host, type OpenFile, settle } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { Indexed, Known, LogIndex } from "./index_tables.ts";
import { type Line, linesFrom } from "./log_lines.ts";
import { readLine } from "./record.ts";

/** Told now and then how many bytes of how many are read, while a whole log is. */
export type Progress = (done: number, total: number) => void;

/** A log that is open, and what it is called. */
export interface OpenLog {
  /** The file. */
  readonly file: OpenFile;
  /** Its path, for messages. */
  readonly path: string;
}

/** Records a commit; more would only hold memory. */
const BATCH = 1000;
/** Bytes between two pauses, in which signals and other tasks get their turn. */
const PAUSE = 4 * 1024 * 1024;

/**
 * Makes the index of a log anew.
 *
 * @param host The disk, and how time passes.
 * @param log The log. Hold its lock.
 * @param index What is filled; empty of all else afterwards.
 * @param progress Told how many bytes are read.
 * @returns How far the log is known now: all of it.
 * @throws {LnkError} `store/corrupt-log`; `disk/unknown-outcome` if the log
 *   cannot be synced; `disk/failed`.
 */
export async function scanLog(
  host: Pick<Host, "disk" | "sleep">,
  log: OpenLog,
  index: LogIndex,
  progress: Progress | undefined,
): Promise<Known> {
  // Its writer may have died between the write and the sync.
  settle(host.disk, log.path);
  const before = index.known();
  index.clear();
  const entry = attempt("look at", log.path, () => log.file.entry());
  const whole = { start: 0, end: 0, last: 0 };
  const batch: Indexed[] = [];
  let pause = PAUSE;
  for (const line of linesFrom(log.file, 0)) {
    const record = checkLine(log, line, { whole, entry, before });
    if (!record) break;
    batch.push(record);
    whole.last = record.seq;
    whole.start = line.at;
    whole.end = line.at + line.bytes.length + 1;
    if (batch.length === BATCH) index.add(batch.splice(0));
    if (whole.end < pause) continue;
    pause = whole.end + PAUSE;
    progress?.(whole.end, entry.size);
    await host.sleep(0);
  }
  const known = knownOf(entry, whole);
  index.add(batch, known);
  progress?.(known.size, known.size);
  return known;
}

/**
 * How far a log is known once all its lines are.
 *
 * @param entry The log, looked at.
 * @param lines Where its last whole line starts and ends, and its sequence.
 * @returns What the index keeps.
 */
export function knownOf(
  { id, size, ...times }: Pick<Entry, "id" | "size" | "modified" | "changed">,
  { start, end, last }: Pick<Known, "start" | "end" | "last">,
): Known {
  const modified = Math.trunc(times.modified);
  const changed = Math.trunc(times.changed);
  return { id, size, modified, changed, start, end, last };
}

/** Where a scan stands. */
interface Standing {
  /** The whole lines so far. */
  readonly whole: Pick<Known, "end" | "last">;
  /** The log, looked at before. */
  readonly entry: Entry;
  /** What was confirmed before the scan. */
  readonly before: Known | undefined;
}

/** The record of a line; `undefined` for an interrupted append, which is the last. */
function checkLine(
  log: OpenLog,
  line: Line,
  standing: Standing,
): Indexed | undefined {
  const seq = standing.whole.last + 1;
  const read = line.ended ? readLine(line.bytes, seq) : tooLong(log, line);
  if (typeof read !== "string") {
    return { seq, at: line.at, source: read.source };
  }
  if (!isInterrupted(line, standing.entry.size)) {
    throw corruptLog(log.path, read, line.at, seq);
  }
  const { before, entry } = standing;
  if (before?.id === entry.id && line.at < before.end) {
    throw corruptLog(log.path, "was confirmed and is damaged", line.at, seq);
  }
  return undefined;
}

/**
 * Why what ends a log without a newline is no record.
 *
 * @param log The log.
 * @param line What ends it.
 * @returns The reason, in words.
 */
export function tooLong(log: OpenLog, line: Line): string {
  const size = attempt("look at", log.path, () => log.file.entry().size);
  return `ends in ${size - line.at} bytes without a newline, more than a ` +
    "record can have";
}

/**
 * Whether a line is what an interrupted append leaves at the end of a log: no
 * newline, or bytes that never reached the disk and read as NUL.
 *
 * @param line A line that is no record.
 * @param size The size of the log.
 * @returns Whether nothing stands behind it, and it never was whole.
 */
export function isInterrupted(
  { at, bytes, ended }: Line,
  size: number,
): boolean {
  const end = at + bytes.length + (ended ? 1 : 0);
  return end >= size && (!ended || bytes.includes(0));
}

/**
 * The refusal of a log that has a bad line.
 *
 * @param path The log.
 * @param state What is wrong with the line.
 * @param at The byte where it starts.
 * @param line Its number, from 1, which is its sequence.
 * @returns An error of code `store/corrupt-log`.
 */
function corruptLog(
  path: string,
  state: string,
  at: number,
  line: number,
): LnkError {
  return new LnkError(
    "refused",
    "store/corrupt-log",
    `Cannot use ${quote(path)}: line ${line} at byte ${at} ${state}`,
    { details: { line, offset: at } },
  );
}
