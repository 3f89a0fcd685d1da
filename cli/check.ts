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
import { readArgument, refuseTwoInputs } from "./input.ts";
import { type Format, FORMATS, printReport, tally } from "./report/mod.ts";

/** The flags of a check. */
export type CheckFlags = CommonFlags & {
  /** How findings are printed. */
  readonly format?: Format;
  /** Whether unknown tables are errors. */
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
    brief: "How findings are printed (default: text)",
    optional: true,
  },
  strict: {
    kind: "boolean",
    brief: "Make unknown tables errors",
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

/** Checks one text. */
export type Check = (bytes: Uint8Array<ArrayBuffer>, file: string) => Checked;

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
  const files: CheckedFile[] = [];
  const summaries: string[] = [];
  let unread: LnkError | undefined;
  for (const name of names) {
    const file = name === "-" ? flags.stdinName ?? "<stdin>" : name;
    try {
      const bytes = await readArgument(context, name, LARGEST_FILE);
      const checked = check(bytes, file);
      files.push({ file, ...checked });
      summaries.push(checked.summary);
    } catch (error) {
      if (!(error instanceof LnkError) || error.kind === "usage") throw error;
      // A file that is too large was found and looked at: the answer is no.
      if (error.code !== "file/too-large") unread ??= error;
      files.push({ file, text: "", findings: [asFinding(error)] });
      summaries.push("");
    }
  }
  const failsAt: readonly Severity[] = flags.failOn === "warning"
    ? ["error", "warning"]
    : ["error"];
  const fields = unread && { error: errorFields(unread) };
  await printReport(context, files, {
    format,
    failsAt,
    ...(fields && { fields }),
  });
  if (format === "text") printVerdict(context, files, summaries);
  const failed = files.some(({ findings }) =>
    findings.some(({ severity }) => failsAt.includes(severity))
  );
  if (unread) context.process.exitCode = EXIT.unable;
  else if (failed) context.process.exitCode = EXIT.no;
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
function printVerdict(
  { io }: Context,
  files: readonly CheckedFile[],
  summaries: readonly string[],
): void {
  for (const [index, file] of files.entries()) {
    const counts = tally([file]);
    const failed = file.findings.some(({ severity }) => severity === "error");
    const state = failed
      ? counts
      : counts === ""
      ? `ok: ${summaries[index]}`
      : `ok with ${counts}: ${summaries[index]}`;
    io.err.write(`${inert(file.file)}: ${state}\n`);
  }
}
