// Copyright 2026 the lnk authors. MIT license.

/**
 * What every call on a simulated disk passes: it is counted, may fail, or may
 * be the one that is never carried out.
 *
 * @module
 */

import { systemError } from "./errors.ts";
import type { Node, Platter } from "./platter.ts";

/** Thrown by every call from the crash on: nobody may catch it to go on. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** What goes wrong; calls are counted from 1. */
export interface Trouble {
  /** The change before which the machine stops. */
  readonly crashAt?: number;
  /** The call that fails instead of being carried out. */
  readonly failAt?: number;
  /** With what, such as `ENOSPC`. */
  readonly error?: string;
  /** The most bytes that one write takes. */
  readonly mostBytes?: number;
}

/** The ground under a disk's calls. */
export interface Ground {
  readonly platter: Platter;
  readonly trouble: Trouble;
  /** Who holds the lock of which node. */
  readonly locks: Map<number, Set<object>>;
  /** Calls so far. */
  calls: number;
  /** Calls so far that change something, or sync it. */
  changes: number;
  /** Whether the machine has stopped. */
  dead: boolean;
  /** The changes and syncs so far, for messages. */
  readonly trace: string[];
}

/**
 * Passes a call that only looks.
 *
 * @param ground The ground.
 * @param what The call.
 * @param path On what.
 */
export function looking(ground: Ground, what: string, path: string): void {
  if (ground.dead) throw new Crash();
  ground.calls++;
  if (ground.calls !== ground.trouble.failAt) return;
  const { error = "EIO" } = ground.trouble;
  ground.trace.push(`${what} ${path} failed: ${error}`);
  throw systemError(error, `${what} '${path}'`);
}

/**
 * Passes a call that changes or syncs something.
 *
 * @param ground The ground.
 * @param what The call.
 * @param path On what.
 */
export function changing(ground: Ground, what: string, path: string): void {
  if (ground.dead) throw new Crash();
  ground.changes++;
  ground.trace.push(`${what} ${path}`);
  if (ground.changes === ground.trouble.crashAt) {
    ground.dead = true;
    throw new Crash();
  }
  looking(ground, what, path);
}

/**
 * Syncs a file's content or a folder's names.
 *
 * @param ground The ground.
 * @param node What.
 * @param path Its path.
 */
export function syncing(ground: Ground, node: Node, path: string): void {
  try {
    changing(ground, "sync", path);
  } catch (error) {
    if (!(error instanceof Crash)) ground.platter.drop(node);
    throw error;
  }
  ground.platter.sync(node);
}
