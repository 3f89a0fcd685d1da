// Copyright 2026 the lnk authors. MIT license.

/**
 * One batch on its way to storage.
 *
 * @module
 */

import { append } from "../context.ts";
import type { Host } from "../disk.ts";
import type { Store } from "../store/interface.ts";
import { withDetails } from "./details.ts";
import type { WholeBatch } from "./entry.ts";
import { linesOf } from "./lines.ts";
import type { Stoppable } from "./stop.ts";

/** What the batches of one drain share. */
export interface Courier {
  /** The storage. */
  readonly store: Store;
  /** How time passes. */
  readonly host: Pick<Host, "sleep">;
  /** Ends the work early. */
  readonly stop: Stoppable;
  /** The sequence that is next in each conversation, where it is known. */
  readonly next: Map<string, number>;
}

/**
 * Gives every record of a batch to storage, in order, and waits for each to
 * be confirmed.
 *
 * @param courier What the batches of one drain share.
 * @param whole The batch, checked: storage can take all of it.
 * @returns How many records storage had already.
 */
export async function deliverBatch(
  courier: Courier,
  { batch, records }: WholeBatch,
): Promise<number> {
  // Copied out before the first wait: the next read overwrites them.
  const texts = Array.from(linesOf(records), (line) => line!);
  let repeated = 0;
  for (const [i, record] of texts.entries()) {
    await courier.stop.breathe();
    try {
      if (await deliverRecord(courier, batch.thread, record)) repeated++;
    } catch (error) {
      const at = { batch: batch.batch, line: i + 1 };
      const what = `record ${at.line} of batch ${at.batch}`;
      throw withDetails(error, at, `Cannot deliver ${what}: `);
    }
  }
  return repeated;
}

async function deliverRecord(
  { store, host, stop, next }: Courier,
  thread: string,
  record: string,
): Promise<boolean> {
  const known = next.get(thread);
  const { seq, repeated } = await stop.until(append(
    store,
    { thread, record },
    {
      ...(known === undefined ? {} : { next: known }),
      pause: (lost) => host.sleep(FIRST_PAUSE * 2 ** lost),
    },
  ));
  next.set(thread, seq + 1);
  return repeated;
}

/** Milliseconds; doubled with each answer that is lost. */
const FIRST_PAUSE = 25;
