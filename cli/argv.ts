// Copyright 2026 the lnk authors. MIT license.

/**
 * What is read from the words before any command is known.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import type { ColourChoice } from "./io.ts";

/** `help X` reads better than `X --help` to some; both are the same. */
export function rewritten(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === "help") return [...rest, "--help"];
  if (first === "--version" || first === "-V") return ["version", ...rest];
  return args;
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
    if (i >= end || !/^--color(=|$)/.test(word)) {
      kept.push(word);
      continue;
    }
    const value = word.includes("=") ? word.slice(8) : args[++i];
    if (value !== "auto" && value !== "always" && value !== "never") {
      throw new LnkError(
        "usage",
        "usage/arguments",
        "--color is one of auto, always, never",
      );
    }
  }
  return kept;
}
