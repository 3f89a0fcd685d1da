// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of an open log.
 *
 * @module
 */

import type { OpenFile } from "../disk.ts";
import { type FileLine, fileLines } from "../disk/lines.ts";
import { LONGEST_LINE } from "./record.ts";

export type { FileLine as Line } from "../disk/lines.ts";

/**
 * Goes over the lines of a log.
 *
 * @param file The log.
 * @param start Where the first line starts.
 * @param block How many bytes are read at once; fewer where one line is wanted.
 * @returns The lines; the last one is not `ended` if no newline ends it, or
 *   if it is longer than any line of a log: then only its start is there.
 * @throws {LnkError} `disk/failed`.
 */
export function linesFrom(
  file: OpenFile,
  start: number,
  block?: number,
): Generator<FileLine> {
  const options = block === undefined ? {} : { block };
  return fileLines(file, { start, longest: LONGEST_LINE, ...options });
}
