// Copyright 2026 the lnk authors. MIT license.

/**
 * Arguments that name a file, where `-` is standard input.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { readInput, tooLarge } from "../lib/input.ts";
import type { Context } from "./context.ts";

/**
 * Reads a file argument whole.
 *
 * @param context The command's `this`.
 * @param name The argument; `-` is standard input.
 * @param limit The most bytes it may have.
 * @returns The content.
 */
export async function readArgument(
  context: Context,
  name: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (name !== "-") return readInput(context.disk, name, limit);
  return await readStandardInput(context, limit);
}

async function readStandardInput(
  context: Context,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseTerminal(context);
  const { io } = context;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of io.in.stream()) {
    length += chunk.length;
    if (length > limit) throw tooLarge("-", limit);
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}

/**
 * Refuses to wait for a person to type a file.
 *
 * @param context The command's `this`.
 */
export function refuseTerminal({ io }: Context): void {
  if (!io.in.terminal) return;
  throw new LnkError(
    "usage",
    "usage/terminal-input",
    "Cannot read standard input: it is a terminal",
  );
}

/**
 * Refuses `-` where it stands twice: the second would read nothing.
 *
 * @param names The file arguments.
 */
export function refuseTwoInputs(names: readonly string[]): void {
  if (names.filter((name) => name === "-").length > 1) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      "Standard input can be read only once: `-` is given twice",
    );
  }
}
