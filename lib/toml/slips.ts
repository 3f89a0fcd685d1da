// Copyright 2026 the lnk authors. MIT license.

/**
 * What people write that is not TOML, most often because another language has
 * it so.
 *
 * @module
 */

import { quote } from "../text.ts";
import { lineAt } from "./lines.ts";
import type { Slip, Spot } from "./spot.ts";
import { noValue } from "./unclosed.ts";

/** What was done at a spot, if it is one of the usual things. */
export function slipAt(spot: Spot): Slip | undefined {
  return language(spot) ?? lineEnd(spot) ?? character(spot) ??
    escape(spot) ?? noValue(spot) ?? noBrackets(spot);
}

/** What another language or tool has. */
const FOREIGN: readonly (readonly [RegExp, string, string])[] = [
  [
    /^(?:<{7}|={7}|>{7}|\|{7})(?= |$)/,
    "a merge conflict is left",
    "keep one side of it, and remove the marks",
  ],
  [/^(?:\/\/|\/\*|;)/, "a comment starts with #", "write # instead"],
  [
    /^\{/,
    "this looks like JSON",
    'write a table as [files] on a line, and write = ["work"] below it',
  ],
  [
    /^- /,
    "this looks like YAML",
    'write a list as write = ["work"]',
  ],
  [
    /^:\s*$/,
    "this looks like YAML",
    "write a table as [files] on a line, and its keys below it",
  ],
  [/^:/, "a key and its value are joined by =", "write = instead of :"],
];

function language({ text, index }: Spot): Slip | undefined {
  const line = lineAt(text, index);
  const column = index - line.start;
  const before = line.text.slice(0, column);
  for (const [pattern, state, help] of FOREIGN) {
    const starts = before.trim() === "" ? column : line.text.search(/\S/);
    for (const at of [column, starts]) {
      const found = pattern.exec(line.text.slice(at));
      if (!found || !fits(found[0], line.text.slice(0, at))) continue;
      const from = line.start + at;
      return { state, help, range: [from, from + found[0].trimEnd().length] };
    }
  }
  return undefined;
}

/** Whether a mark means that at its place: behind a key, behind a value, or first on its line. */
function fits(mark: string, before: string): boolean {
  if (mark.startsWith(":")) return /^\s*["']?[\w.-]+["']?\s*$/.test(before);
  if (mark.startsWith("/")) return true;
  return before.trim() === "";
}

function lineEnd({ text, index, reason }: Spot): Slip | undefined {
  if (!reason.includes("newline") || text[index - 1] !== "\r") return undefined;
  return {
    state: "a line ends with a carriage return alone",
    help: "save the file with LF line ends",
    range: [index - 1, index],
  };
}

function character({ text, index, reason }: Spot): Slip | undefined {
  if (!reason.startsWith("unexpected")) return undefined;
  const found = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const range = [index, index + found.length] as const;
  if (/[“”„‟‘’‚«»`´]/.test(found)) {
    return {
      state: `${quote(found)} is no quote`,
      help: `use straight quotes: "..." or '...'`,
      range,
    };
  }
  // What `\s` and zero width are, but a plain space.
  if (/(?![ \t\r\n])[\s\u200b-\u200d\u2060]/.test(found)) {
    const point = found.codePointAt(0)!.toString(16).toUpperCase();
    return {
      state: `a space is not a plain one (U+${point.padStart(4, "0")})`,
      help: "remove it, or put a plain space there",
      range,
    };
  }
  return undefined;
}

function escape({ text, index, reason }: Spot): Slip | undefined {
  if (!reason.includes("escape sequence") || text[index - 1] !== "\\") {
    return undefined;
  }
  const letter = String.fromCodePoint(text.codePointAt(index) ?? 0);
  return {
    state: `\\${letter} in "..." stands for no character`,
    help: "write '...' around text with backslashes, or \\\\ for each",
    range: [index - 1, Math.min(index + letter.length, text.length)],
  };
}

function noBrackets({ text, index, reason }: Spot): Slip | undefined {
  if (!reason.includes("newline") || !/[,"']/.test(text[index] ?? "")) {
    return undefined;
  }
  const line = lineAt(text, index);
  const value = /^[^=#]*=\s*(["'].*?)\s*(?:#.*)?$/.exec(line.text)?.[1];
  if (value === undefined) return undefined;
  const from = line.start + line.text.indexOf(value);
  const listed = text[index] === "," && value.length < 60;
  return {
    state: "several values stand without brackets",
    help: listed
      ? `put brackets around them: [${value.replace(/,$/, "")}]`
      : "put brackets around them, and commas between them",
    range: [from, from + value.length],
  };
}
