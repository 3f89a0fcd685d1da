// Copyright 2026 the lnk authors. MIT license.

/**
 * Standard input that is text, beside a store's flags.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { decodeUtf8, firstBadByte, quote } from "../lib/text.ts";
import type { Context } from "./context.ts";
import { readArgument, refuseTwoInputs } from "./input.ts";
import type { StoreFlags } from "./store_flags.ts";

/** What is read. */
export interface TextInput {
  /** The most bytes. */
  readonly limit: number;
  /** The code of a refusal. */
  readonly code: string;
  /** What it is, for the refusal. */
  readonly what: string;
}

/** The word for standard input, which such a command reads anyway. */
export const DASH = {
  parse: dash,
  brief: "Standard input, which is read anyway",
  placeholder: "-",
  optional: true,
} as const;

function dash(text: string): string {
  if (text === "-") return text;
  throw new Error(
    `${quote(text)} is one word too many: what is to be read comes from ` +
      "standard input, as in < FILE",
  );
}

/**
 * Reads standard input as strict UTF-8.
 *
 * @param context The command's `this`.
 * @param flags The command's flags: none of them may take standard input too.
 * @param input What is read.
 * @returns The text.
 */
export async function readTextInput(
  context: Context,
  { keyFile = "", grants = "" }: Pick<StoreFlags, "keyFile" | "grants">,
  { limit, code, what }: TextInput,
): Promise<string> {
  refuseTwoInputs(["-", keyFile, grants]);
  const bytes = await readArgument(context, "-", limit);
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new LnkError(
    "usage",
    code,
    `Cannot read ${what}: byte ${firstBadByte(bytes)} of it is not UTF-8`,
  );
}
