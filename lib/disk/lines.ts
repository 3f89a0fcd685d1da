// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of an open file, read block by block into one buffer.
 *
 * @module
 */

import { attempt } from "./fault.ts";
import type { OpenFile } from "./interface.ts";

/** A line, or what stands at the end without a newline. */
export interface FileLine {
  /** Where it starts in the file. */
  readonly at: number;
  /** Its bytes without the newline; the buffer is reused for the next line. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a newline ends it. */
  readonly ended: boolean;
}

/** Which lines are read, and how. All is in bytes. */
export interface LineOptions {
  /** Where the first line starts. */
  readonly start: number;
  /** Where reading ends; without it, where the file does. */
  readonly end?: number;
  /** How many bytes are read at once; fewer where one line is wanted. */
  readonly block?: number;
  /** What no line is longer than; without it, as long as the file. */
  readonly longest?: number;
}

/** The most bytes of one read: larger ones only touch fresh memory. */
const BLOCK = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Goes over the lines of a file.
 *
 * @param file The file.
 * @param options Which lines.
 * @returns The lines; the last one is not `ended` if no newline ends it, or
 *   if it is longer than `longest`: then only its start is there.
 * @throws {LnkError} `disk/failed`.
 */
export function* fileLines(
  file: OpenFile,
  { start, end, block = BLOCK, longest = Infinity }: LineOptions,
): Generator<FileLine> {
  const left = (end ?? sizeOf(file)) - start;
  // One byte more, so that the end is seen without a larger buffer.
  let buffer = new Uint8Array(Math.min(Math.max(left, 0) + 1, block));
  const stop = end ?? Infinity;
  let at = start;
  let [from, to, searched] = [0, 0, 0];
  while (true) {
    const newline = buffer.subarray(0, to).indexOf(NEWLINE, searched);
    if (newline >= 0) {
      yield { at, bytes: buffer.subarray(from, newline), ended: true };
      at += newline + 1 - from;
      from = searched = newline + 1;
      continue;
    }
    if (to - from > longest || at + to - from >= stop) break;
    buffer = roomIn(buffer, from, to);
    [from, to] = [0, to - from];
    searched = to;
    const room = buffer.subarray(to, stop - at);
    const got = attempt("read", file.path, () => file.readAt(at + to, room));
    if (got === 0) break;
    to += got;
  }
  if (to > from) yield { at, bytes: buffer.subarray(from, to), ended: false };
}

function sizeOf(file: OpenFile): number {
  return attempt("look at", file.path, () => file.entry().size);
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
