// Copyright 2026 the lnk authors. MIT license.

/**
 * The help of a command or group as people read it: examples first, and no
 * line wider than a terminal of 80 columns.
 *
 * stricli knows the words and writes them down; here they are laid out again.
 *
 * @module
 */

import type { Command, RouteMap } from "@stricli/core";
import type { Context } from "./context.ts";
import { filled } from "./report/fill.ts";
import { type Paint, paint } from "./report/paint.ts";

/** The width that every help fits into, in characters. */
const WIDTH = 80;

/** How many commands of a group are shown with an example. */
const SHOWN = 3;

/** What is described. */
type Target = Command<Context> | RouteMap<Context>;

/** How stricli writes help down. */
type Formatting = Parameters<Target["formatHelp"]>[0];

/**
 * The help of a command or a group.
 *
 * @param target The command or the group.
 * @param formatting How stricli writes it down.
 * @returns Lines with their newlines.
 */
export function helpText(target: Target, formatting: Formatting): string {
  const mark = paint(formatting.ansiColor);
  const plain = { ...formatting, ansiColor: false };
  return "getAllEntries" in target
    ? groupHelp(target, plain, mark)
    : commandHelp(target.formatHelp(plain), mark);
}

/**
 * The help of a command, out of what stricli wrote down.
 *
 * @param told stricli's text without colour.
 * @param mark Colours it.
 * @returns Lines with their newlines.
 */
export function commandHelp(told: string, mark: Paint = paint(false)): string {
  const { usage, description, tables } = sections(told);
  return joined([
    exampleSection(examples(usage), mark),
    description,
    ...tables.map((rows) => tableSection(rows, mark)),
  ]);
}

function groupHelp(
  group: RouteMap<Context>,
  formatting: Formatting,
  mark: Paint,
): string {
  const { description, tables } = sections(group.formatHelp(formatting));
  const found = group.getAllEntries().flatMap(({ name, target }) => {
    if ("getAllEntries" in target) return [];
    const prefix = [...formatting.prefix, name.original];
    const { usage } = sections(target.formatHelp({ ...formatting, prefix }));
    return examples(usage).slice(0, 1);
  });
  // The program's own description has its examples, of more than one group.
  const isRoot = formatting.prefix.length === 1;
  return joined([
    ...isRoot ? [] : [exampleSection(found.slice(0, SHOWN), mark)],
    description.replace(/^[A-Z]+$/m, mark.bold),
    ...tables.toReversed().map((rows) => tableSection(rows, mark)),
  ]);
}

function joined(parts: readonly string[]): string {
  return parts.join("\n\n") + "\n";
}

/** stricli's text, taken apart. */
interface Sections {
  readonly usage: string;
  readonly description: string;
  /** Each a heading and its rows. */
  readonly tables: readonly (readonly string[])[];
}

function sections(told: string): Sections {
  const [usage = "", ...rest] = told.trimEnd().split("\n\n");
  const isTable = (part: string) =>
    /^(?:FLAGS|ARGUMENTS|COMMANDS)\n/.test(part);
  return {
    usage,
    description: rest.filter((part) => !isTable(part)).join("\n\n"),
    tables: rest.filter(isTable).map((part) => part.split("\n")),
  };
}

/** A line to type, and what it does. */
type Example = readonly [line: string, brief: string];

function examples(usage: string): Example[] {
  return Array.from(
    usage.matchAll(/^ {2}(\S.*)\n {4}(.+)$/gm),
    ([, line, brief]) => [line!, brief!] as const,
  );
}

function exampleSection(shown: readonly Example[], mark: Paint): string {
  const lines = shown.flatMap(([line, brief]) => [
    ...typed(line),
    `    ${mark.dim(brief)}`,
  ]);
  return [mark.bold("EXAMPLES"), ...lines].join("\n");
}

/** A line that still can be copied where it takes several. */
function typed(line: string): string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const lines = filled(together(words), WIDTH - "      ".length - " \\".length);
  return lines.map((part, i) =>
    (i === 0 ? "  " : "      ") + part + (i < lines.length - 1 ? " \\" : "")
  );
}

/** Words that are not parted: a flag and its value, a `<` and its file. */
function together(words: readonly string[]): string[] {
  const groups: string[] = [];
  words.forEach((word, i) => {
    const before = words[i - 1] ?? "";
    const belongs = /^(?:--?\w|[<>|])/.test(before) && !/^[-<>|]/.test(word);
    if (belongs) groups.push(`${groups.pop()} ${word}`);
    else groups.push(word);
  });
  return groups;
}

/** A name with its alias, a sentence, and what values there are. */
const ROW =
  /^ {2}((?:-\w| {2})? *)(\S+) +(\S.*?)(?: +\[((?:[^[\]]|\[\])*)\])?$/;

/** What a switch is when it is not given goes without saying. */
const NO_NEWS = /(?:, )?default = (?:false|\[\])/;

function tableSection(
  [heading = "", ...rows]: readonly string[],
  mark: Paint,
): string {
  const cells = rows.map((row) => {
    const [, alias = "", name = "", brief = "", more = ""] = ROW.exec(row) ??
      [];
    const values = more.replace(NO_NEWS, "").replace(" = ", " ");
    const words = brief.split(" ");
    return { alias, name, words: values ? [...words, `[${values}]`] : words };
  });
  const width = Math.max(
    ...cells.map(({ alias, name }) => alias.length + name.length),
  );
  const gap = (used: number) => " ".repeat(width + 2 - used);
  const lines = cells.flatMap(({ alias, name, words }) =>
    filled(words, WIDTH - width - 4).map((part, i) =>
      i > 0
        ? `  ${gap(0)}${part}`
        : `  ${alias}${mark.bold(name)}${
          gap(alias.length + name.length)
        }${part}`
    )
  );
  return [mark.bold(heading), ...lines].join("\n");
}
