// Copyright 2026 the lnk authors. MIT license.

/**
 * How a failure looks: for people on standard error, for scripts as the one
 * JSON document, and as an exit code.
 *
 * @module
 */

import { EXIT, LnkError, retold } from "../lib/errors.ts";
import { inert } from "../lib/text.ts";
import type { World } from "./context.ts";
import { jsonDocument } from "./report/json.ts";
import { paint } from "./report/paint.ts";

/**
 * Reports a failure and tells the exit code.
 *
 * @param world Where to print.
 * @param thrown What was thrown; anything but a `LnkError` is a bug of ours.
 * @param json Whether JSON is asked for.
 * @param given The command's flags, which complete the next step.
 * @returns The process exit code.
 */
export async function reportError(
  world: World,
  thrown: unknown,
  json: boolean,
  given: Given = {},
): Promise<number> {
  const error = thrown instanceof LnkError ? thrown : bug(thrown);
  const { out, err } = world.io;
  const tell = async () => err.write(await errorText(error, err.colour, given));
  try {
    if (json) {
      out.write(jsonDocument({ error: await errorFields(error, given) }));
    } else await tell();
  } catch {
    // The stream is what fails: the exit code still tells, and people may hear of it.
    if (json) await tell().catch(() => {});
  }
  return EXIT[error.kind];
}

/**
 * The `error` member of a JSON document.
 *
 * @param error What went wrong.
 * @param given The command's flags, which complete the next step.
 * @returns Code, message, help, and what a program needs to go on.
 */
export async function errorFields(
  error: LnkError,
  given: Given = {},
): Promise<Record<string, unknown>> {
  return {
    code: error.code,
    message: inert(error.message),
    help: await helpFor(error, given),
    ...error.details,
  };
}

/**
 * An error as people read it.
 *
 * @param error What went wrong.
 * @param colour Whether to colour it.
 * @param given The command's flags, which complete the next step.
 * @returns Lines with their newlines.
 */
export async function errorText(
  error: LnkError,
  colour: boolean,
  given: Given = {},
): Promise<string> {
  const mark = paint(colour);
  const help = await helpFor(error, given);
  return `${mark.red(mark.bold("error"))}${mark.bold(`[${error.code}]`)}: ` +
    `${inert(error.message)}\n  ${mark.cyan("help")}: ${help}\n`;
}

/**
 * A usage error with the way to the help of the command that was named.
 *
 * @param thrown What was thrown.
 * @param hint Where that help is.
 * @returns The same, if it is none or has a help of its own.
 */
export function withHint(thrown: unknown, hint: string): unknown {
  const plain = thrown instanceof LnkError && thrown.help === undefined &&
    ["usage/arguments", "usage/unknown-command"].includes(thrown.code);
  if (!plain) return thrown;
  return retold(thrown, { help: hint });
}

/** The pages of all codes are read only here: a run that goes well needs none. */
async function helpFor(
  { help, code }: LnkError,
  given: Given = {},
): Promise<string> {
  if (help !== undefined) return inert(help);
  const [{ nextStep }, { shellWord }] = await Promise.all([
    import("../lib/codes.ts"),
    import("../lib/shell.ts"),
  ]);
  return inert(OPEN.reduce((text, [flag, words, before]) => {
    const value = given[flag];
    return typeof value === "string"
      ? text.replaceAll(words, () => before + shellWord(value))
      : text;
  }, nextStep(code) ?? ""));
}

/** The flags that a command was given. */
type Given = Readonly<Record<string, unknown>>;

/** What a page leaves open and a flag has told: its command can then be copied. */
const OPEN = [
  ["dir", "--dir DIR", "--dir "],
  ["request", "REQUEST", ""],
] as const;

/** A failure that nobody planned for: said in one line, without a stack. */
function bug(thrown: unknown): LnkError {
  const what = thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}`
    : String(thrown);
  return new LnkError("unable", "program/bug", `Unexpected failure: ${what}`, {
    cause: thrown,
  });
}
