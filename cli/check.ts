// Copyright 2026 the lnk authors. MIT license.

/**
 * What every command that checks files has in common: flags, reading, report,
 * verdict and exit code.
 *
 * @module
 */

import { EXIT, LnkError } from "../lib/errors.ts";
import type { CheckedFile, Finding, Severity } from "../lib/finding.ts";
import { LARGEST_FILE } from "../lib/source.ts";
import { inert } from "../lib/text.ts";
import { COMMON } from "./command.ts";
import type { CommonFlags, Context } from "./context.ts";
import { errorFields } from "./failure.ts";
import { calledFile, readArgument, refuseTwoInputs } from "./input.ts";
import { type Format, FORMATS, printReport, tally } from "./report/mod.ts";

/** The flags of a check. */
export type CheckFlags = CommonFlags & {
  /** How findings are printed. */
  readonly format?: Format;
  /** Whether unknown tables and keys at the top are errors. */
  readonly strict: boolean;
  /** The least severity that fails. */
  readonly failOn: Severity;
  /** What standard input is called in the report. */
  readonly stdinName?: string;
};

/** The words of those flags. */
export const CHECK_FLAGS = {
  ...COMMON,
  format: {
    kind: "enum",
    values: FORMATS,
    brief: "Output (default: text)",
    optional: true,
  },
  strict: {
    kind: "boolean",
    brief: "Make unknown tables and top keys errors",
    default: false,
    withNegated: false,
  },
  failOn: {
    kind: "enum",
    values: ["error", "warning"],
    brief: "The least severity that exits 1",
    default: "error",
  },
  stdinName: {
    kind: "parsed",
    parse: String,
    brief: "What to call standard input (`-`) in the report",
    placeholder: "name",
    optional: true,
  },
} as const;

/** What checking one text gives. */
export interface Checked {
  /** The text, for source frames. */
  readonly text: string;
  /** What was found. */
  readonly findings: readonly Finding[];
  /** What is said of a file without findings, such as what it grants. */
  readonly summary: string;
}

/** A file argument. */
export interface Argument {
  /** As it was given; `-` is standard input. */
  readonly name: string;
  /** What the report calls it. */
  readonly file: string;
}

/** Checks one text. */
export type Check = (
  bytes: Uint8Array<ArrayBuffer>,
  argument: Argument,
) => Checked;

/** A file that was checked, or could not be read. */
interface Outcome extends Checked {
  readonly file: string;
  /** Why it could not be read. */
  readonly unread?: LnkError;
}

/**
 * Checks files, prints the findings and sets the exit code.
 *
 * @param context The command's `this`.
 * @param flags The flags of the check.
 * @param names The file arguments.
 * @param check Checks one text.
 */
export async function checkFiles(
  context: Context,
  flags: CheckFlags,
  names: readonly string[],
  check: Check,
): Promise<void> {
  const format = chosenFormat(flags);
  refuseTwoInputs(names);
  if (flags.stdinName !== undefined && !names.includes("-")) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      "--stdin-name names standard input, and no `-` reads it",
    );
  }
  const outcomes: Outcome[] = [];
  for (const name of names) {
    const file = name === "-" && flags.stdinName !== undefined
      ? flags.stdinName
      : calledFile(name);
    outcomes.push(await checkOne(context, { name, file }, check));
  }
  const failsAt: readonly Severity[] = flags.failOn === "warning"
    ? ["error", "warning"]
    : ["error"];
  const unread = outcomes.find((one) => one.unread)?.unread;
  const fields = unread ? { error: await errorFields(unread) } : {};
  await printReport(context, outcomes, { format, failsAt, fields });
  if (format === "text") printVerdicts(context, outcomes, failsAt);
  if (unread) context.process.exitCode = EXIT.unable;
  else if (outcomes.some((one) => fails(one, failsAt))) {
    context.process.exitCode = EXIT.no;
  }
}

async function checkOne(
  context: Context,
  argument: Argument,
  check: Check,
): Promise<Outcome> {
  const { file } = argument;
  try {
    const bytes = await readArgument(context, argument, LARGEST_FILE);
    return { file, ...check(bytes, argument) };
  } catch (error) {
    if (!(error instanceof LnkError) || error.kind === "usage") throw error;
    const findings = [asFinding(error)];
    return { file, text: "", findings, summary: "", unread: error };
  }
}

function fails(
  { findings }: CheckedFile,
  failsAt: readonly Severity[],
): boolean {
  return findings.some(({ severity }) => failsAt.includes(severity));
}

/**
 * The format that `--format` and `--json` ask for together.
 *
 * @param flags What was given.
 * @returns The format, `text` without any.
 */
export function chosenFormat<F extends string>(
  { format, json }: { readonly format?: F; readonly json: boolean },
): F | "json" | "text" {
  if (json && format !== undefined && format !== "json") {
    throw new LnkError(
      "usage",
      "usage/arguments",
      `--json and --format ${format} ask for two formats`,
    );
  }
  return json ? "json" : format ?? "text";
}

function asFinding({ code, message, help }: LnkError): Finding {
  return {
    code,
    severity: "error",
    message,
    ...(help !== undefined && { help }),
  };
}

/** One line a file for people, on standard error: never silence by accident. */
function printVerdicts(
  { io }: Context,
  outcomes: readonly Outcome[],
  failsAt: readonly Severity[],
): void {
  const lines = outcomes.map((one) => {
    const counts = tally([one]);
    const failed = fails(one, failsAt);
    const ok = counts === "" ? "ok" : `ok with ${counts}`;
    const state = failed ? counts : `${ok}: ${one.summary}`;
    return `${inert(one.file)}: ${state}\n`;
  });
  io.err.write(lines.join(""));
}
