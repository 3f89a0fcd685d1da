// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of a history, without the whole of it in memory.
 *
 * @module
 */

import type { OpenFile } from "../disk.ts";
import { fileLines } from "../disk/lines.ts";

/** A line of a history. */
export interface Line {
  /** Its bytes without the newline; good until the next line is asked for. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether a newline ends it. */
  readonly whole: boolean;
}

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
  for (const line of fileLines(file, { start: from, end: to })) {
    yield { bytes: line.bytes, whole: line.ended };
  }
}
