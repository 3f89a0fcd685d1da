// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of a long file, without the whole of it in memory.
 *
 * @module
 */

import type { OpenFile } from "../disk.ts";
import { attempt } from "../disk/fault.ts";

/** A line and where it stands. */
export interface Line {
  /** Its bytes without the newline. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its first byte's place in the file. */
  readonly from: number;
  /** Whether a newline ends it. */
  readonly whole: boolean;
}

const BLOCK = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads lines one by one.
 *
 * @param file The open file.
 * @param from Where the first one begins.
 * @param to Where reading ends.
 * @returns The lines; the last one may be cut.
 * @throws {LnkError} `disk/failed`.
 */
export function* linesOf(
  file: OpenFile,
  from: number,
  to: number,
): Generator<Line> {
  let rest = new Uint8Array();
  let start = from;
  for (let at = from; at < to;) {
    const block = new Uint8Array(Math.min(BLOCK, to - at));
    const got = attempt("read", file.path, () => file.readAt(at, block));
    if (got === 0) break;
    at += got;
    let bytes = joined(rest, block.subarray(0, got));
    for (let end = newline(bytes, rest.length); end >= 0;) {
      yield { bytes: bytes.subarray(0, end), from: start, whole: true };
      start += end + 1;
      bytes = bytes.subarray(end + 1);
      end = newline(bytes, 0);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield { bytes: rest, from: start, whole: false };
}

function newline(bytes: Uint8Array, from: number): number {
  return bytes.indexOf(NEWLINE, from);
}

function joined(
  head: Uint8Array<ArrayBuffer>,
  tail: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (head.length === 0) return tail;
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}
