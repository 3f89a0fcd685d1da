// Copyright 2026 the lnk authors. MIT license.

/**
 * What a module promises about a crash, as something that can be tried.
 *
 * @module
 */

import type { Host } from "../../lib/disk.ts";

/** What a caller has been told. */
export interface Journal {
  /** Notes that a step is about to be made: it may or may not be found later. */
  begin(item: string): void;
  /** Notes that a step was acknowledged: it must be found from now on. */
  acknowledge(item: string): void;
  /** What was begun, in order. */
  readonly begun: readonly string[];
  /** What was acknowledged, in order. */
  readonly acknowledged: readonly string[];
}

/** A module's work, cut off anywhere, and what must hold afterwards. */
export interface Scenario {
  /** A few words. */
  readonly name: string;
  /** The most bytes one write takes, where short writes are wanted. */
  readonly mostBytes?: number;
  /** What stands on the medium before; without a promise of its own. */
  setup?(host: Host): void | Promise<void>;
  /** The work; the crash ends it anywhere. */
  run(host: Host, journal: Journal): void | Promise<void>;
  /** What the next start does; it may acknowledge too. */
  recover(host: Host, journal: Journal): void | Promise<void>;
  /** Throws where a promise is broken; looks only. */
  check(host: Host, journal: Journal): void | Promise<void>;
}

/**
 * A journal.
 *
 * @param begun What was begun.
 * @param acknowledged What was acknowledged.
 * @returns A journal that goes on from there.
 */
export function journal(
  begun: readonly string[] = [],
  acknowledged: readonly string[] = [],
): Journal {
  const lists = { begun: [...begun], acknowledged: [...acknowledged] };
  return {
    ...lists,
    begin: (item) => void lists.begun.push(item),
    acknowledge: (item) => void lists.acknowledged.push(item),
  };
}
