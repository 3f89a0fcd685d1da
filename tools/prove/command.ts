// Copyright 2026 the lnk authors. MIT license.

/**
 * A storage command as the proofs see it: a process that acknowledges on its
 * standard output, and a folder that can be looked at afterwards.
 *
 * @module
 */

import { type Ended, runToEnd } from "../process.ts";

/** What was found wrong after a fault, by item. */
export interface Broken {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[];
  /** There twice, or again after its removal was acknowledged. */
  readonly doubled: readonly string[];
  /** There, and neither whole nor absent. */
  readonly damaged: readonly string[];
}

/** One storage command. */
export interface StorageCommand {
  /** Its name in the table. */
  readonly name: string;
  /** Its program and arguments; each step does other work, the first is 1. A later step recovers from an earlier one. */
  argv(folder: string, step: number): readonly string[];
  /** Whether it only takes away or moves: no disk gets full by it. */
  readonly removes?: boolean;
  /** How much room, in KiB, what stands before takes at most. Default: none. */
  readonly room?: number;
  /** What must stand before the first step. */
  setup(folder: string): void | Promise<void>;
  /** What it acknowledged. */
  acknowledged(stdout: string): readonly string[];
  /** Looks at the folder, without the command's own help. */
  check(folder: string, acknowledged: readonly string[]): Broken;
}

/**
 * Runs a program to its end.
 *
 * @param argv The program and its arguments.
 * @param env Variables beside the usual ones.
 * @returns How it ended.
 */
export function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const quiet = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  return runToEnd(argv, { env: { ...env, ...quiet } });
}

/**
 * Runs a program that must succeed.
 *
 * @param argv The program and its arguments.
 * @returns How it ended.
 * @throws {Error} Holds what it said.
 */
export async function mustRun(argv: readonly string[]): Promise<Ended> {
  const ended = await run(argv);
  if (ended.code === 0) return ended;
  throw new Error(`${argv.join(" ")}: exit ${ended.code}\n${ended.stderr}`);
}

/**
 * Runs one step that must succeed.
 *
 * @param command The command.
 * @param folder Where.
 * @param step Which step.
 * @returns What it acknowledged.
 */
export async function mustStep(
  command: StorageCommand,
  folder: string,
  step: number,
): Promise<readonly string[]> {
  const { stdout } = await mustRun(command.argv(folder, step));
  return command.acknowledged(stdout);
}
