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
import type { Indexed, Known, LogIndex } from "./index.ts";
import { type Line, linesFrom } from "./log_lines.ts";
import { readLine } from "./record.ts";

/** Told now and then while a whole log is read. */
export type Progress = (done: number, total: number) => void;

/** A log that is open, and what it is called. */
export interface OpenLog {
  /** The file. */
  readonly file: OpenFile;
  /** Its path, for messages. */
  readonly path: string;
}

/** Records a commit; more would only hold memory. */
const BATCH = 10_000;
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
  const scan = { end: 0, last: 0, batch: [] as Indexed[], pause: PAUSE };
  for (const line of linesFrom(log.file, 0)) {
    if (line.at >= entry.size) break;
    if (!line.ended) {
      requireTail(log, line, scan, { before, entry });
      break;
    }
    scan.batch.push(checkLine(log, line, ++scan.last));
    scan.end = line.at + line.bytes.length + 1;
    if (scan.batch.length === BATCH) {
      index.add(scan.batch.splice(0));
    }
    if (scan.end < scan.pause) continue;
    scan.pause = scan.end + PAUSE;
    progress?.(scan.end, entry.size);
    await host.sleep(0);
  }
  const known = knownOf(entry, scan);
  index.add(scan.batch, known);
  progress?.(known.size, known.size);
  return known;
}

/**
 * How far a log is known once all its lines are.
 *
 * @param entry The log, looked at.
 * @param lines Where its whole lines end, and the last sequence.
 * @returns What the index keeps.
 */
export function knownOf(
  { id, size, modified }: Pick<Entry, "id" | "size" | "modified">,
  { end, last }: Pick<Known, "end" | "last">,
): Known {
  return { id, size, modified: Math.trunc(modified), end, last };
}

function checkLine(log: OpenLog, line: Line, seq: number): Indexed {
  const read = readLine(line.bytes, seq);
  if (typeof read === "string") throw corruptLog(log.path, read, line.at, seq);
  return { seq, at: line.at, source: read.source };
}

/** An append that was interrupted was never confirmed, and is no longer than a line. */
function requireTail(
  log: OpenLog,
  line: Line,
  { last }: { readonly last: number },
  { before, entry }: {
    readonly before: Known | undefined;
    readonly entry: { readonly id: string; readonly size: number };
  },
): void {
  const { at, bytes } = line;
  if (at + bytes.length < entry.size) {
    throw corruptLog(log.path, "is longer than any record", at, last + 1);
  }
  if (before?.id === entry.id && at < before.end) {
    throw corruptLog(log.path, "was whole and is cut off", at, last + 1);
  }
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
export function corruptLog(
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
