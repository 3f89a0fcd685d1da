// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of a batch.
 *
 * @module
 */

const NEWLINE = 10;

/**
 * The lines of a batch's records.
 *
 * @param records One record a line; the last newline may be missing.
 * @returns A view of each line, without its newline.
 */
export function* linesOf(
  records: Uint8Array<ArrayBuffer>,
): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < records.length;) {
    const found = records.indexOf(NEWLINE, at);
    const end = found < 0 ? records.length : found;
    yield records.subarray(at, end);
    at = end + 1;
  }
}
