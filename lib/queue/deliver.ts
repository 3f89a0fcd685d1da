// Copyright 2026 the lnk authors. MIT license.

/**
 * One batch on its way to storage.
 *
 * @module
 */

import { append } from "../context.ts";
import type { Host } from "../disk.ts";
import type { Store } from "../store/interface.ts";
import { decodeUtf8 } from "../text.ts";
import { linesOf } from "./batch.ts";
import type { Flaw } from "./header.ts";
import type { WholeBatch } from "./entry.ts";
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
 * @param whole The batch.
 * @returns How many records storage had already, or what is wrong with them:
 *   none was given then.
 */
export async function deliverBatch(
  courier: Courier,
  { batch, records }: WholeBatch,
): Promise<number | Flaw> {
  // Copied out before the first wait: the next read overwrites them.
  const texts = Array.from(linesOf(records), decodeUtf8);
  const bad = texts.indexOf(undefined);
  if (bad >= 0) {
    return { reason: "corrupt", state: `its record ${bad + 1} is not UTF-8` };
  }
  let repeated = 0;
  for (const record of texts as string[]) {
    await courier.stop.breathe();
    if (await deliverRecord(courier, batch.thread, record)) repeated++;
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
