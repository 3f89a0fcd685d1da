// Copyright 2026 the lnk authors. MIT license.

/**
 * What `this` is in every command.
 *
 * @module
 */

import type { CommandContext } from "@stricli/core";
import type { Disk, Host } from "../lib/disk.ts";
import type { Io } from "./io.ts";

/** What a run may touch besides its arguments. */
export interface World {
  /** Streams, clock, randomness, environment. */
  readonly io: Io;
  /** The file system. */
  readonly disk: Disk;
}

/**
 * The machine of a run, as the rules of lib/ take it.
 *
 * @param world The run's world.
 * @returns Its disk, clock and randomness.
 */
export function hostOf({ io, disk }: World): Host {
  return { disk, now: io.now, random: io.random, sleep: io.sleep };
}

/** What `this` is in every command. */
export interface Context extends CommandContext, World {
  /** What stricli needs; a command sets its exit code here. */
  readonly process: CommandContext["process"] & { exitCode?: number };
  /** Where the command's own help is, such as `see lnk-tool version --help`. */
  readonly helpHint: string;
}

/** Flags that every command has. */
export type CommonFlags = {
  /** Print one JSON document on standard output, on failure too. */
  readonly json: boolean;
};
