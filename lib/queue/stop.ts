// Copyright 2026 the lnk authors. MIT license.

/**
 * Ending long work when it is asked to end, at a point where nothing is half
 * done.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import { LnkError } from "../errors.ts";

/** Work that can be asked to end, however many waits it is in. */
export interface Stoppable {
  /** Waits for something, or fails with `queue/interrupted` when it is time to end. */
  until<T>(work: Promise<T>): Promise<T>;
  /** Lets signals be noticed now and then; as {@linkcode Stoppable.until} fails. */
  breathe(): Promise<void>;
}

/** Records between two looks for a signal. */
const RECORDS = 64;
/** Milliseconds between two, where records take long. */
const MILLISECONDS = 100;

/**
 * Work that ends when a promise resolves.
 *
 * @param host How time passes.
 * @param stopped Resolves when the work is to end; without it, it is never.
 * @returns Waits that end early.
 */
export function stoppable(
  host: Pick<Host, "now" | "sleep">,
  stopped: Promise<void> | undefined,
): Stoppable {
  let over = false;
  // Waits may lie within each other: each of them ends.
  const ends = new Set<() => void>();
  stopped?.then(() => {
    over = true;
    for (const end of ends) end();
  });
  const until = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      const end = () => reject(interrupted());
      if (over) end();
      ends.add(end);
      work.finally(() => ends.delete(end)).then(resolve, reject);
    });
  let since = { records: 0, at: host.now() };
  const breathe = async () => {
    since.records++;
    // The clock may step: either way it is time for a breath.
    const passed = Math.abs(host.now() - since.at);
    if (since.records < RECORDS && passed < MILLISECONDS) return;
    await until(host.sleep(0));
    since = { records: 0, at: host.now() };
  };
  return { until, breathe };
}

function interrupted(): LnkError {
  return new LnkError(
    "unable",
    "queue/interrupted",
    "Stopped draining the queue: it was asked to end",
  );
}
