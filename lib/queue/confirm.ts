// Copyright 2026 the lnk authors. MIT license.

/**
 * What a drain has confirmed, from the last record's answer until the batch
 * is gone.
 *
 * @module
 */

import type { Batch } from "./entry.ts";
import { finish } from "./finish.ts";
import { alone, type Queue } from "./place.ts";

/** What a drain did. */
export interface Drained {
  /** The batches that went. */
  readonly batches: number;
  /** Their records. */
  readonly records: number;
  /** Those of them that storage had already. */
  readonly repeated: number;
}

/** A drain so far. */
export type Sum = { -readonly [Name in keyof Drained]: Drained[Name] };

/** Batches that storage has, and that are still in the queue. */
export interface Confirmed {
  /** How many. */
  count(): number;
  /** Adds one, and how many of its records storage had already. */
  add(batch: Batch, repeated: number): void;
  /** Takes them away for good, with one sync. */
  takeAway(): Promise<void>;
}

/** How many are taken away together. After a crash so many are given again, and found. */
export const TOGETHER = 32;

/**
 * Gathers the batches that storage has.
 *
 * @param queue The queue. Hold the lock of who delivers.
 * @param run Which numbers are kept, what is summed up, and who is told.
 * @returns None yet.
 */
export function confirmations(
  queue: Queue,
  run: { kept: readonly number[]; readonly sum: Sum; tell(): void },
): Confirmed {
  let waiting: { readonly batch: Batch; readonly repeated: number }[] = [];
  return {
    count: () => waiting.length,
    add: (batch: Batch, repeated: number) => {
      waiting.push({ batch, repeated });
    },
    takeAway: async () => {
      if (waiting.length === 0) return;
      const numbers = waiting.map(({ batch }) => batch.batch);
      run.kept = await alone(queue, () => finish(queue, numbers, run.kept));
      for (const { batch, repeated } of waiting) {
        run.sum.batches++;
        run.sum.records += batch.count;
        run.sum.repeated += repeated;
      }
      waiting = [];
      run.tell();
    },
  };
}
