// Copyright 2026 the lnk authors. MIT license.

/**
 * A syntax error of TOML as people make it: what is wrong, where they would
 * look for it, and what to write instead.
 *
 * @module
 */

import type { ParseError } from "toml-eslint-parser";
import type { Problem, Range } from "../located.ts";
import { quote } from "../text.ts";
import { slipAt } from "./slips.ts";
import type { Slip, Spot } from "./spot.ts";
import { unclosedAt } from "./unclosed.ts";

/**
 * Tells a syntax error.
 *
 * @param text The whole text.
 * @param error The parser's.
 * @param start Where the statement starts.
 * @returns A problem of code `toml/syntax`.
 */
export function syntax(
  text: string,
  error: ParseError,
  start: number,
): Problem {
  const { index } = error;
  const reason = error.message.replace(/^[A-Z]/, (c) => c.toLowerCase());
  const spot = { text, index, start, reason };
  const { state, help, range } = unclosedAt(spot) ?? slipAt(spot) ??
    plain(spot);
  return {
    code: "toml/syntax",
    severity: "error",
    message: `This is not TOML: ${state}`,
    range,
    ...(help !== undefined && { help }),
  };
}

/** What the parser says, with a hint where its words give one. */
function plain({ text, index, reason }: Spot): Slip {
  const range: Range = [index, endOfWord(text, index)];
  const help = reason.includes("comma (,)")
    ? "put a comma between entries"
    : reason.includes("equal (=)")
    ? "put = between a key and its value"
    : textHelp(text, index);
  return { state: reason, range, ...(help !== undefined && { help }) };
}

function textHelp(text: string, index: number): string | undefined {
  const word = text.slice(index, endOfWord(text, index));
  const before = text.slice(Math.max(0, index - 200), index).trimEnd();
  if (!/^[A-Za-z.]/.test(word)) return undefined;
  if (/["']$/.test(before)) {
    return "put a comma between entries, and quotes around each";
  }
  return /[=[,]$/.test(before)
    ? `text needs quotes: ${quote(word)}`
    : undefined;
}

/** The end of the word at an offset; at least one character where there is one. */
export function endOfWord(text: string, index: number): number {
  const word = /^[\w.+-]+/.exec(text.slice(index, index + 100));
  return Math.min(index + Math.max(word?.[0].length ?? 0, 1), text.length);
}
