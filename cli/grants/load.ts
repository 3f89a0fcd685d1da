// Copyright 2026 the lnk authors. MIT license.

/** Sandbox files that a question is asked of: only a sound one answers. */

import { EXIT, LnkError } from "../../lib/errors.ts";
import type { Grants } from "../../lib/grants.ts";
import { checkSandbox } from "../../lib/sandbox.ts";
import { LARGEST_FILE } from "../../lib/source.ts";
import { quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";
import { calledFile, readArgument } from "../input.ts";
import { printFindings, tally } from "../report/mod.ts";

/**
 * Reads a sandbox file that must be sound.
 *
 * @param context The command's `this`.
 * @param file The argument; `-` is standard input.
 * @param json Whether the findings go into a document instead of to people.
 * @returns What it grants.
 * @throws {LnkError} `sandbox/unsound` if it has an error: it grants nothing.
 */
export async function loadGrants(
  context: Context,
  file: string,
  json: boolean,
): Promise<Grants> {
  const bytes = await readArgument(context, file, LARGEST_FILE);
  const { text, findings, grants } = checkSandbox(bytes);
  if (grants) return grants;
  const checked = { file: calledFile(file), text, findings };
  if (!json) await printFindings(context, checked);
  throw new LnkError(
    "no",
    "sandbox/unsound",
    `${quote(checked.file)} grants nothing: it has ${tally([checked])}`,
  );
}

/** Sets the exit code of a question whose answer is no. */
export function answerNo(context: Context): void {
  context.process.exitCode = EXIT.no;
}
