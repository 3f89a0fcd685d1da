// Copyright 2026 the lnk authors. MIT license.

import { ARGUMENTS_LIMIT } from "../../lib/ledger.ts";
import { LnkError } from "../../lib/errors.ts";
import { decodeUtf8, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readArgument, refuseTwoInputs } from "../input.ts";
import { readKey } from "../key.ts";
import type { ProposeFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger propose`: prints the request's id and status. */
export default async function propose(
  this: Context,
  flags: ProposeFlags,
): Promise<void> {
  refuseTwoInputs([flags.keyFile, flags.arguments]);
  const secret = await readKey(this, flags);
  const text = await readArguments(this, flags.arguments);
  const { attempt, generation, tool } = flags;
  const { request, status } = await openNamed(this, flags)
    .propose({ secret, attempt, generation, tool, arguments: text });
  answer(this, flags, { request, status }, `${request} ${status}\n`, {
    did: `request ${request} stands, and is ${status}`,
    next: "the same command again proposes nothing new, and prints it",
  });
}

function wrongFile(name: string, error: unknown): unknown {
  if (!(error instanceof LnkError)) return error;
  if (error.code === "file/too-large") {
    return new LnkError(
      "usage",
      "ledger/arguments-too-large",
      `Cannot propose the call: its arguments have more than ` +
        `${ARGUMENTS_LIMIT} bytes`,
    );
  }
  if (error.code !== "file/missing" || !/^\s*[[{"]/.test(name)) return error;
  return new LnkError(
    "usage",
    "usage/arguments",
    `Cannot take ${quote(name)} as --arguments: it is no file`,
    { help: "--arguments takes a file; pipe the text with --arguments -" },
  );
}

/** The bytes are kept as they are, a trailing newline too. */
async function readArguments(context: Context, name: string): Promise<string> {
  const bytes = await readArgument(context, name, ARGUMENTS_LIMIT)
    .catch((error) => {
      throw wrongFile(name, error);
    });
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new LnkError(
    "usage",
    "ledger/arguments",
    `Cannot take the arguments from ${quote(name)}: they are not UTF-8`,
  );
}
