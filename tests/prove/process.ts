// Copyright 2026 the lnk authors. MIT license.

/**
 * What the small programs of the proofs have in common, and how they are
 * started.
 *
 * @module
 */

import { type Host, realDisk } from "../../lib/disk.ts";
import { EXIT, LnkError } from "../../lib/errors.ts";
import { type Sync, withoutSync } from "../sim/controls.ts";
import { machine } from "../support/machine.ts";

/**
 * The command line of a small program: NAME FOLDER STEP [--without SYNC].
 *
 * @param worker Its file's name, beside this one.
 * @param given Its arguments.
 * @param sync The sync that it leaves out.
 * @returns The program and its arguments.
 */
export function workerArgv(
  worker: string,
  given: readonly (string | number)[],
  sync?: Sync,
): readonly string[] {
  const without = sync === undefined ? [] : ["--without", sync];
  return [
    ...[Deno.execPath(), "run", "--quiet", "--no-code-cache", "--no-lock"],
    ...["--cached-only", "--allow-all"],
    new URL(worker, import.meta.url).pathname,
    ...given.map(String),
    ...without,
  ];
}

/**
 * What a small program acknowledged: an item a line.
 *
 * @param stdout Its output.
 * @returns The items.
 */
export function acknowledgedIn(stdout: string): string[] {
  return stdout.split("\n").filter((item) => item !== "");
}

/**
 * Acknowledges an item, at once: the next call may be the last.
 *
 * @param item The item.
 */
export function acknowledge(item: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${item}\n`));
}

/**
 * This machine, on a folder's disk.
 *
 * @param folder Where relative paths start.
 * @param sync The sync that the disk leaves out.
 * @returns The machine.
 */
export function workerHost(folder: string, sync?: string): Host {
  const real = realDisk(folder);
  return machine({
    disk: sync === undefined ? real : withoutSync(real, sync as Sync),
  });
}

/**
 * Does a step, and ends as the program would.
 *
 * @param step What to do.
 */
export async function ending(step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    console.error(`[${error.code}] ${error.message}`);
    Deno.exitCode = EXIT[error.kind];
  }
}
