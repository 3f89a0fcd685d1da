// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of a batch.
 *
 * @module
 */

import { decodeUtf8 } from "../text.ts";

const NEWLINE = 10;

/** Bytes that are decoded at once: a call for each short line costs more than the line. */
const BLOCK = 64 * 1024;

/**
 * The lines of a batch's records.
 *
 * @param records One record a line; the last newline may be missing.
 * @returns The text of each line, without its newline; `undefined` for one
 *   that is not UTF-8.
 */
export function* linesOf(
  records: Uint8Array<ArrayBuffer>,
): Generator<string | undefined> {
  if (records.length === 0) return;
  const ended = records.at(-1) === NEWLINE;
  const lines = ended ? records.subarray(0, -1) : records;
  for (const block of blocksOf(lines, BLOCK)) {
    const text = decodeUtf8(block);
    if (text !== undefined) yield* text.split("\n");
    else for (const line of blocksOf(block, 0)) yield decodeUtf8(line);
  }
}

/** Whole lines, of at least so many bytes together, without their last newline. */
function* blocksOf(
  lines: Uint8Array<ArrayBuffer>,
  least: number,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at <= lines.length;) {
    const found = lines.indexOf(NEWLINE, at + least);
    const end = found < 0 ? lines.length : found;
    yield lines.subarray(at, end);
    at = end + 1;
  }
}
