// Copyright 2026 the lnk authors. MIT license.

/**
 * Proposals for a half-typed command line: what the completion scripts ask.
 *
 * @module
 */

import { type Application, proposeCompletions } from "@stricli/core";
import type { Context } from "./context.ts";

/**
 * Prints a proposal a line, with a tab and its brief.
 *
 * @param app The whole program.
 * @param words The words so far; the last one may be empty.
 * @param context The world.
 * @returns The exit code, always 0: a shell shows nothing else.
 */
export async function complete(
  app: Application<Context>,
  words: readonly string[],
  context: Context,
): Promise<number> {
  const proposals = await proposeCompletions(app, words, context);
  for (const { completion, brief } of proposals) {
    context.io.out.write(`${completion}\t${brief}\n`);
  }
  return 0;
}
