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

import { type Disk, openWithin } from "../disk.ts";
import { conversationOf } from "../names.ts";
import type { LogRecord } from "../store/interface.ts";
import { type Line, linesFrom } from "../store/log_lines.ts";
import { logOf } from "../store/paths.ts";
import { readLine } from "../store/record.ts";
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
 * A line is good if it is a record whose sequence is greater than that of the
 * good line before it.
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
  let last = 0;
  let number = 0;
  for (const line of linesFrom(file, 0)) {
    const read = recordIn(line, last);
    number++;
    if (typeof read === "string") {
      yield { bad: { line: number, offset: line.at, state: read } };
    } else {
      last = read.seq;
      yield { record: read };
    }
  }
}

function recordIn(line: Line, last: number): LogRecord | string {
  if (!line.ended) return "is cut off, or longer than any record";
  const seq = sequenceIn(line.bytes);
  const next = seq ?? last + 1;
  const read = readLine(line.bytes, next);
  if (typeof read === "string") return read;
  if (next > last) return { seq: next, raw: read.raw };
  return `has sequence ${seq} after sequence ${last}`;
}

/** The sequence that a line names itself. */
function sequenceIn(bytes: Uint8Array): number | undefined {
  const { seq } = jsonObject(decodeUtf8(bytes) ?? "") ?? {};
  return Number.isSafeInteger(seq) ? seq as number : undefined;
}
