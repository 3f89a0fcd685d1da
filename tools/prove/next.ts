// Copyright 2026 the lnk authors. MIT license.

/**
 * The step after a fault: it must succeed, and find all that was acknowledged.
 *
 * @module
 */

import { run, type StorageCommand } from "./command.ts";
import type { Counter } from "./tally.ts";

/** Where a fault left a command. */
export interface Left {
  /** Its folder. */
  readonly place: string;
  /** What it acknowledged. */
  readonly told: readonly string[];
  /** The fault, in some words. */
  readonly where: string;
}

/**
 * Looks at what a fault left, does the next step there, and looks again.
 *
 * @param command The command.
 * @param left Where the fault left it.
 * @param step The next step.
 * @param count Counts both looks.
 */
export async function goOn(
  command: StorageCommand,
  { place, told, where }: Left,
  step: number,
  count: Counter,
): Promise<void> {
  count.point(where, told, command.check(place, told));
  const { code, stdout, stderr } = await run(command.argv(place, step));
  const after = `${where}, next step`;
  if (code !== 0) count.fault(`${after}: exit ${code}: ${stderr.trim()}`);
  const next = command.acknowledged(stdout);
  count.point(after, next, command.check(place, [...told, ...next]));
}
