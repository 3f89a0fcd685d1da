// Copyright 2026 the lnk authors. MIT license.

/**
 * A line of a file as people see it: inert, tabs spread, and every column
 * mapped to the cell where it starts.
 *
 * @module
 */

import { inert } from "../../lib/text.ts";

/** How wide a tab is shown, in cells. */
const TAB = 4;

// deno-lint-ignore no-control-regex
const ASCII = /^[\x00-\x7f]*$/;

/** Tells how many cells a text takes. */
export type Measure = (text: string) => number;

/** A line, ready to be shown. */
export interface ShownLine {
  /** What is printed. */
  readonly text: string;
  /** The cell at which each code point starts, and one more for the end. */
  readonly cells: readonly number[];
}

/**
 * The measure for a text: plain ASCII needs no tables.
 *
 * @param text All that will be shown.
 * @returns A function that counts cells.
 */
export async function measureFor(text: string): Promise<Measure> {
  if (ASCII.test(text)) return (one) => one.length;
  return (await import("string-width")).default;
}

/**
 * Shows one line.
 *
 * @param line The line, without its line feed.
 * @param measure Counts cells.
 * @returns The shown text and where each column starts in it.
 */
export function showLine(line: string, measure: Measure): ShownLine {
  const cells: number[] = [];
  let text = "";
  let cell = 0;
  for (const cluster of clusters(line)) {
    const shown = cluster === "\t"
      ? " ".repeat(TAB - cell % TAB)
      : inert(cluster);
    // A column inside a cluster starts where the cluster does.
    for (const _ of cluster) cells.push(cell);
    text += shown;
    cell += measure(shown);
  }
  cells.push(cell);
  return { text, cells };
}

function clusters(line: string): Iterable<string> {
  if (ASCII.test(line)) return line;
  return Array.from(
    new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line),
    ({ segment }) => segment,
  );
}

/**
 * Cuts a stretch of code points out of a long line, around a column.
 *
 * @param line The line.
 * @param column The 1-based column that must be seen.
 * @param most How many code points to keep.
 * @returns The stretch, with dots where it was cut, and how many columns its
 *   first code point lies to the left or right of where it was.
 */
export function cutAround(
  line: string,
  column: number,
  most: number,
): { text: string; shift: number } {
  // Only what is near the column is split up: a line can be the whole file.
  if (line.length <= most) return { text: line, shift: 0 };
  const points = ASCII.test(line) ? line : Array.from(line);
  if (points.length <= most) return { text: line, shift: 0 };
  const start = Math.max(
    0,
    Math.min(column - Math.floor(most / 2), points.length - most),
  );
  const kept = points.slice(start, start + most);
  const before = start > 0 ? "..." : "";
  const after = start + most < points.length ? "..." : "";
  return {
    text: before + (typeof kept === "string" ? kept : kept.join("")) + after,
    shift: before.length - start,
  };
}
