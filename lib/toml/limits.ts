// Copyright 2026 the lnk authors. MIT license.

/**
 * What is too much for a reader of TOML, found in the text itself: the parser
 * only says that it has run out of stack.
 *
 * @module
 */

import type { Problem, Range } from "../located.ts";
import { quotes } from "./lines.ts";

/** How deep lists and tables may nest, and how many parts a dotted key may have. */
export const DEEPEST = 64;

/** The longest text, in UTF-16 units; the parser takes up to about twice as many, as its stack has room. */
export const LONGEST = 64 * 1024;

/** Thrown while an AST is walked, with what is too much and where. */
export class TooMuch extends Error {
  constructor(readonly what: "deep" | "long", readonly range: Range) {
    super();
  }
}

/**
 * The problem of a text that exhausted the parser.
 *
 * @param text The whole text.
 * @returns `toml/too-long` where a value is, else `toml/too-deep`.
 */
export function exhausted(text: string): Problem {
  const long = longValue(text);
  return long ? tooMuch("long", long) : tooMuch("deep", deepLine(text));
}

/** The problem of a place that is too much. */
export function tooMuch(
  what: TooMuch["what"],
  range: Range | undefined,
): Problem {
  return {
    code: what === "long" ? "toml/too-long" : "toml/too-deep",
    severity: "error",
    message: what === "long"
      ? `A value has more than ${LONGEST} characters`
      : `Lists, tables or dotted names nest more than ${DEEPEST} deep`,
    ...(range && { range }),
  };
}

function longValue(text: string): Range | undefined {
  for (const { start, end } of quotes(text, 0)) {
    if ((end ?? text.length) - start > LONGEST) return [start, start + 1];
  }
  const digits = new RegExp(`[\\d_]{${LONGEST}}`).exec(text);
  return digits ? [digits.index, digits.index + 1] : undefined;
}

/** The first line with more brackets than may nest. */
function deepLine(text: string): Range | undefined {
  let start = 0;
  for (const line of text.split("\n")) {
    if (line.replace(/[^[{]+/g, "").length > DEEPEST) {
      const from = start + line.search(/[[{]/);
      return [from, from + 1];
    }
    start += line.length + 1;
  }
  return undefined;
}
