// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of an open file, read block by block into one buffer.
 *
 * @module
 */

import type { OpenFile } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LONGEST_LINE } from "./record.ts";

/** A line, or what stands at the end without a newline. */
export interface Line {
  /** Where it starts in the file. */
  readonly at: number;
  /** Its bytes without the newline; the buffer is reused for the next line. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a newline ends it. */
  readonly ended: boolean;
}

/** The most bytes of one read: larger ones only touch fresh memory. */
const BLOCK = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Goes over the lines of a file.
 *
 * @param file The file.
 * @param start Where the first line starts.
 * @param block How many bytes are read at once; fewer where one line is wanted.
 * @returns The lines; the last one is not `ended` if no newline ends it, or
 *   if it is longer than any line of a log: then only its start is there.
 */
export function* linesFrom(
  file: OpenFile,
  start: number,
  block: number = BLOCK,
): Generator<Line> {
  const left = attempt("look at", file.path, () => file.entry().size) - start;
  let buffer = new Uint8Array(Math.min(Math.max(left, 0) + 1, block));
  let at = start;
  let [from, to, searched] = [0, 0, 0];
  while (true) {
    const end = buffer.subarray(0, to).indexOf(NEWLINE, searched);
    if (end >= 0) {
      yield { at, bytes: buffer.subarray(from, end), ended: true };
      at += end + 1 - from;
      from = searched = end + 1;
      continue;
    }
    if (to - from > LONGEST_LINE) break;
    buffer = roomIn(buffer, from, to);
    [from, to] = [0, to - from];
    searched = to;
    const got = attempt(
      "read",
      file.path,
      () => file.readAt(at + to, buffer.subarray(to)),
    );
    if (got === 0) break;
    to += got;
  }
  if (to > from) yield { at, bytes: buffer.subarray(from, to), ended: false };
}

/** Moves what is left to the front, into a larger buffer where it fills this one. */
function roomIn(
  buffer: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): Uint8Array<ArrayBuffer> {
  if (from === 0 && to === buffer.length) {
    const larger = new Uint8Array(2 * buffer.length);
    larger.set(buffer);
    return larger;
  }
  buffer.copyWithin(0, from, to);
  return buffer;
}
