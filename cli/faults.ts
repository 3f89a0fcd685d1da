// Copyright 2026 the lnk authors. MIT license.

/**
 * How wrong words are reported, once the program knows which command's help
 * tells the right ones.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { NAME } from "../lib/version.ts";
import type { Context, World } from "./context.ts";
import { errorText, reportError, withHint } from "./failure.ts";

/** What one run learns on its way to an exit code. */
export interface Run {
  /** What was wrong, in order. */
  readonly faults: LnkError[];
  /** The help of the group that was named without a command. */
  bareGroup: string | undefined;
}

/**
 * Prints the help of a group, and refuses it as nothing to do.
 *
 * @param world Where to print.
 * @param args The words after the program's name.
 * @param helpText The group's help.
 * @param json Whether JSON is asked for.
 * @returns The process exit code.
 */
export async function reportBareGroup(
  world: World,
  args: readonly string[],
  helpText: string,
  json: boolean,
): Promise<number> {
  const words = [NAME, ...args.filter((word) => !word.startsWith("-"))];
  const fault = new LnkError(
    "usage",
    "usage/incomplete",
    `Nothing to do: "${words.join(" ")}" needs a command after it`,
  );
  if (!json) world.io.err.write(`${helpText}\n`);
  return await reportError(world, fault, json);
}

/**
 * Reports the faults of a run.
 *
 * @param context Where to print, and where the command's help is.
 * @param run What the run learned.
 * @param json Whether JSON is asked for.
 * @returns The process exit code.
 */
export async function reportFaults(
  context: Context,
  { faults }: Run,
  json: boolean,
): Promise<number> {
  const { io, helpHint } = context;
  const told = faults.map((fault) => withHint(fault, helpHint) as LnkError);
  // All of them for people; the first, which is what to mend, for scripts.
  for (const fault of json ? [] : told.slice(0, -1)) {
    io.err.write(await errorText(fault, io.err.colour));
  }
  return await reportError(context, json ? told[0] : told.at(-1), json);
}
