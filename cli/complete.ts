// Copyright 2026 the lnk authors. MIT license.

/**
 * Proposals for a half-typed command line: what the completion scripts ask.
 *
 * @module
 */

import { type Application, proposeCompletions } from "@stricli/core";
import { page } from "../lib/codes.ts";
import type { Context } from "./context.ts";

/** What may stand next, and what it is for. */
interface Proposal {
  readonly completion: string;
  readonly brief: string;
}

/** What is asked: the whole program, and the world its proposals may look at. */
interface Asked {
  readonly app: Application<Context>;
  readonly context: Context;
}

/** Flags that `main` reads before the program's own do. */
const HELP = { completion: "--help", brief: "Print this help" };
const COLOUR = { completion: "--color", brief: "auto, always or never" };
const RELEASE = { completion: "--version", brief: "Print the release" };

const COLOURS = ["auto", "always", "never"].map((completion) => (
  { completion, brief: "" }
));

/**
 * Prints a proposal a line, with a tab and its brief. Where there is none, the
 * shell proposes file names.
 *
 * @param app The whole program.
 * @param words The words so far; the last one is being typed and may be empty.
 * @param context The world.
 */
export async function complete(
  app: Application<Context>,
  words: readonly string[],
  context: Context,
): Promise<void> {
  const before = words.slice(0, -1);
  const partial = words.at(-1) ?? "";
  const proposals = await propose({ app, context }, before, partial);
  const lines = proposals
    .filter(({ completion }) => completion.startsWith(partial))
    .map(({ completion, brief }) =>
      `${completion}\t${about(completion, brief)}\n`
    );
  context.io.out.write(lines.join(""));
}

async function propose(
  asked: Asked,
  before: readonly string[],
  partial: string,
): Promise<readonly Proposal[]> {
  const joined = /^(--[^=]+)=(.*)$/s.exec(partial);
  if (joined === null || before.includes("--")) {
    return await proposeWord(asked, before, partial);
  }
  const [, flag, value] = joined;
  const words = [...before, flag!];
  if (flag !== "--color" && !await awaitsValue(asked, words)) return [];
  const values = await proposeWord(asked, words, value!);
  return values.map(({ completion, brief }) => (
    { completion: `${flag}=${completion}`, brief }
  ));
}

async function proposeWord(
  asked: Asked,
  before: readonly string[],
  partial: string,
): Promise<readonly Proposal[]> {
  const { words, colourValue } = withoutCommonFlags(before);
  if (colourValue) return COLOURS;
  const { app, context } = asked;
  const own = await proposeCompletions(app, [...words, partial], context);
  // An empty word is more often a file than a flag: flags come after a dash.
  if (!partial.startsWith("-")) {
    return own.filter(({ kind }) => kind !== "argument:flag");
  }
  if (words.includes("--") || await awaitsValue(asked, words)) return own;
  return [...own, HELP, COLOUR, ...words.length === 0 ? [RELEASE] : []];
}

/** Whether the last word is a flag whose value comes next: no flag may stand there. */
async function awaitsValue(
  { app, context }: Asked,
  words: readonly string[],
): Promise<boolean> {
  if (!words.at(-1)?.startsWith("-")) return false;
  const next = await proposeCompletions(app, [...words, "--"], context);
  return !next.some(({ kind }) => kind === "argument:flag");
}

/** The words without `help` in front and `--color X`, which no command knows. */
function withoutCommonFlags(
  before: readonly string[],
): { readonly words: readonly string[]; readonly colourValue: boolean } {
  const words: string[] = [];
  let value = false;
  let escaped = false;
  for (const word of before[0] === "help" ? before.slice(1) : before) {
    escaped ||= word === "--";
    if (!escaped && !value && /^--color=/.test(word)) continue;
    if (!value) words.push(word);
    value = !escaped && !value && word === "--color";
    if (value) words.pop();
  }
  return { words, colourValue: value };
}

/** A code is better told by its page than by the argument it stands for. */
function about(completion: string, brief: string): string {
  return (page(completion)?.title ?? brief).split("\n", 1)[0]!;
}
