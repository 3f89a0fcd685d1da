// Copyright 2026 the lnk authors. MIT license.

/**
 * Arguments that name a file, where `-` is standard input.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { readInput, tooLarge, unreadable } from "../lib/input.ts";
import type { Context } from "./context.ts";

/**
 * What reports and errors call a file argument.
 *
 * @param name The argument; `-` is standard input.
 * @returns The argument itself, or a name for standard input.
 */
export function calledFile(name: string): string {
  return name === "-" ? "<stdin>" : name;
}

/**
 * Reads a file argument whole.
 *
 * @param context The command's `this`.
 * @param argument The argument, `-` for standard input, and what it is called
 *   if it has a name of its own.
 * @param limit The most bytes it may have.
 * @returns The content.
 */
export async function readArgument(
  context: Context,
  argument: string | { readonly name: string; readonly file: string },
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, file } = typeof argument === "string"
    ? { name: argument, file: calledFile(argument) }
    : argument;
  if (name !== "-") return readInput(context.disk, name, limit);
  return await readStandardInput(context, file, limit);
}

async function readStandardInput(
  context: Context,
  file: string,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  refuseTerminal(context);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of context.io.in.stream()) {
      length += chunk.length;
      if (length > limit) throw tooLarge(file, limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof LnkError ? error : unreadable(file, error);
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
