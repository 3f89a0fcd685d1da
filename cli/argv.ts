// Copyright 2026 the lnk authors. MIT license.

/**
 * What is read from the words before any command is known.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { quote } from "../lib/text.ts";
import type { ColourChoice } from "./io.ts";

/** `help X` reads better than `X --help` to some; both are the same. */
export function rewritten(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === "help") return [...rest, "--help"];
  if (first === "--version" || first === "-V") return ["version", ...rest];
  return args;
}

/**
 * The words with a negative number joined to the flag before it, whose value
 * it is meant to be: that flag tells best what it takes instead.
 */
export function withNegatives(args: readonly string[]): readonly string[] {
  const end = beforeEscape(args).length;
  const words: string[] = [];
  for (const [i, word] of args.entries()) {
    const before = words.at(-1) ?? "";
    const joins = i < end && /^-\.?\d/.test(word) &&
      /^--[a-z][a-z-]*$/.test(before) && before !== "--json";
    if (joins) words.push(`${words.pop()}=${word}`);
    else words.push(word);
  }
  return words;
}

/** Whether the words ask for JSON, also when they are wrong otherwise. */
export function wantsJson(args: readonly string[]): boolean {
  const words = beforeEscape(args);
  return words.includes("--json") || words.includes("--format=json") ||
    words.some((word, i) => word === "--format" && words[i + 1] === "json");
}

function beforeEscape(args: readonly string[]): readonly string[] {
  const escape = args.indexOf("--");
  return escape < 0 ? args : args.slice(0, escape);
}

/**
 * What `--color` says.
 *
 * @param args The words after the program's name.
 * @returns The choice; `auto` also for a word that `main` will refuse.
 */
export function colourChoice(args: readonly string[]): ColourChoice {
  const words = beforeEscape(args);
  const at = words.findLastIndex((word) => /^--color(=|$)/.test(word));
  const word = words[at]?.split("=")[1] ?? words[at + 1];
  return at >= 0 && (word === "always" || word === "never") ? word : "auto";
}

/** The words without `--color X`, which belongs to every command and to none. */
export function withoutColour(args: readonly string[]): readonly string[] {
  const end = beforeEscape(args).length;
  const kept: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const word = args[i]!;
    if (i >= end || !/^--color(=|$)/.test(word)) kept.push(word);
    else if (!word.includes("=") && i + 1 < end) i++;
  }
  return kept;
}

/** The words with `--json` behind the others, so that it may stand before a command's name. */
export function jsonLast(args: readonly string[]): readonly string[] {
  const words = beforeEscape(args);
  const isJson = (word: string) => word === "--json";
  return [
    ...words.filter((word) => !isJson(word)),
    ...words.filter(isJson),
    ...args.slice(words.length),
  ];
}

/**
 * What is wrong with the words before any command is known.
 *
 * @param args The words after the program's name.
 * @returns A usage error, or `undefined`.
 */
export function wordFault(args: readonly string[]): LnkError | undefined {
  const state = colourState(beforeEscape(args));
  if (state !== undefined) return usage(state);
  const odd = beforeEscape(withoutColour(args)).find((word) =>
    word.startsWith("-") && word !== "-" && !FLAG.test(word)
  );
  if (odd === undefined) return undefined;
  if (/^--[\w-]+=$/.test(odd)) return usage(`${odd} has no value`);
  return usage(
    `${quote(odd)} is no flag`,
    "put -- before words that start with a dash",
  );
}

/** How flags are spelt; taking anything else for a file's name would hide a slip. */
const FLAG = /^(?:-[A-Za-z]+|--[A-Za-z][A-Za-z0-9-]*(?:=[^]+)?)$/;

function colourState(words: readonly string[]): string | undefined {
  const places = words.flatMap((word, i) =>
    /^--color(=|$)/.test(word) ? [i] : []
  );
  for (const at of places) {
    const value = words[at]!.includes("=")
      ? words[at]!.slice(8)
      : words[at + 1];
    if (value !== "auto" && value !== "always" && value !== "never") {
      return "--color is one of auto, always, never";
    }
  }
  return places.length > 1 ? "--color is given twice" : undefined;
}

function usage(message: string, help?: string): LnkError {
  const options = help === undefined ? {} : { help };
  return new LnkError("usage", "usage/arguments", message, options);
}
