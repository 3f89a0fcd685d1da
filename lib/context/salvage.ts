// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads what can still be read of a log that has a bad line. Nothing is
 * changed: whether the line is mended or the log moved away is the owner's to
 * decide, and until then the store appends nothing.
 *
 * Unlike `logLines` of the store, which tells the state of each line as it
 * stands, it finds back into the sequence behind a line too many or too few.
 *
 * @module
 */

import { type Disk, type OpenFile, openWithin } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { conversationOf } from "../names.ts";
import type { LogRecord } from "../store/interface.ts";
import { type Line, linesFrom } from "../store/log_lines.ts";
import { logOf } from "../store/paths.ts";
import { LONGEST_LINE, readLine } from "../store/record.ts";
import { decodeUtf8 } from "../text.ts";
import { jsonObject } from "./json_object.ts";

/** A line that is no record. */
export interface BadLine {
  /** Its number in the file, from 1. */
  readonly line: number;
  /** The byte where it starts. */
  readonly offset: number;
  /** What is wrong with it, in words. */
  readonly state: string;
}

/** A line of a damaged log. */
export type Salvaged =
  | { readonly record: LogRecord; readonly bad?: undefined }
  | { readonly bad: BadLine; readonly record?: undefined };

/**
 * Goes over the lines of a log in an agent's folder, good and bad.
 *
 * As many lines as can be are good, so that one wrong sequence hides none of
 * those behind it: of the records in the log the longest run whose sequences
 * ascend.
 *
 * @param disk Where.
 * @param root The agent's folder.
 * @param thread The conversation.
 * @returns Every line; nothing where there is no log.
 * @throws {LnkError} `name/thread`, `disk/link`, `disk/missing`,
 *   `disk/denied`, `disk/failed`.
 */
export function* salvage(
  disk: Disk,
  root: string,
  thread: string,
): Generator<Salvaged> {
  const place = logOf(conversationOf(thread));
  using file = openWithin(disk, root, place, "read");
  if (!file) return;
  const good = goodLines(file);
  let [last, number] = [0, 0];
  for (const line of allLines(file)) {
    const read = recordIn(line, last + 1);
    const seq = good.get(++number);
    if (typeof read !== "string" && read.seq === seq) {
      last = seq;
      good.delete(number);
      yield { record: read };
    } else {
      const state = typeof read === "string"
        ? read
        : outOfOrder(read.seq, last, good);
      yield { bad: { line: number, offset: line.at, state } };
    }
  }
}

function outOfOrder(
  seq: number,
  last: number,
  good: ReadonlyMap<number, number>,
): string {
  if (seq <= last) return `has sequence ${seq} after sequence ${last}`;
  const [next] = good.values();
  return `has sequence ${seq} before sequence ${next}`;
}

/** The sequences of the good lines by their number. */
function goodLines(file: OpenFile): Map<number, number> {
  const found: Step[] = [];
  // The last line of the best run of each length.
  const ends: number[] = [];
  let [number, last] = [0, 0];
  for (const line of allLines(file)) {
    number++;
    const read = recordIn(line, last + 1);
    if (typeof read === "string") continue;
    const { seq } = read;
    last = seq;
    const length = firstNotBelow(ends, (at) => found[at]!.seq < seq);
    const end = ends[length];
    // Of two lines with one sequence the first one counts.
    if (end !== undefined && found[end]!.seq === seq) continue;
    ends[length] = found.length;
    found.push({ number, seq, before: ends[length - 1] });
  }
  const run: Step[] = [];
  for (let at = ends.at(-1); at !== undefined; at = found[at]!.before) {
    run.push(found[at]!);
  }
  return new Map(run.reverse().map(({ number, seq }) => [number, seq]));
}

/** A readable line, and which one stands before it in the best run that it ends. */
interface Step {
  readonly number: number;
  readonly seq: number;
  readonly before: number | undefined;
}

/** Where in a sorted list the first item is that is not below. */
function firstNotBelow(
  items: readonly number[],
  isBelow: (item: number) => boolean,
): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All lines; behind one that is longer than any record it goes on. */
function* allLines(file: OpenFile): Generator<Line> {
  for (let start: number | undefined = 0; start !== undefined;) {
    let cut: number | undefined;
    for (const line of linesFrom(file, start)) {
      if (!line.ended) cut = line.at + line.bytes.length;
      yield line;
    }
    start = cut === undefined ? undefined : behindNewline(file, cut);
  }
}

const BLOCK = 256 * 1024;

function behindNewline(file: OpenFile, from: number): number | undefined {
  const buffer = new Uint8Array(BLOCK);
  for (let at = from;;) {
    const got = attempt("read", file.path, () => file.readAt(at, buffer));
    if (got === 0) return undefined;
    const found = buffer.subarray(0, got).indexOf(0x0a);
    if (found >= 0) return at + found + 1;
    at += got;
  }
}

/** What a line says; one that names no sequence is told which is next. */
function recordIn(line: Line, next: number): LogRecord | string {
  if (line.bytes.length > LONGEST_LINE) return "is longer than any record";
  if (!line.ended) return "has no newline: its append was interrupted";
  const seq = sequenceIn(line.bytes) ?? next;
  const read = readLine(line.bytes, seq);
  return typeof read === "string" ? read : { seq, raw: read.raw };
}

/** The sequence that a line names itself. */
function sequenceIn(bytes: Uint8Array): number | undefined {
  const { seq } = jsonObject(decodeUtf8(bytes) ?? "") ?? {};
  return Number.isSafeInteger(seq) ? seq as number : undefined;
}
