// Copyright 2026 the lnk authors. MIT license.

/**
 * Reading context with all that was captured in it.
 *
 * @module
 */

import { type ContextRequest, readContext, type Snapshot } from "../context.ts";
import { type Delivery, drainQueue } from "./drain.ts";
import type { Queue } from "./place.ts";

/**
 * Delivers what waits, then reads a snapshot. A context that lacks what was
 * captured before would look whole: so what cannot be delivered refuses it.
 *
 * @param queue The queue.
 * @param delivery Where to deliver, and where to read from.
 * @param request What is to be read.
 * @returns The snapshot.
 * @throws {LnkError} As `drainQueue` and `readContext` do.
 */
export async function prepareContext(
  queue: Queue,
  delivery: Delivery,
  request: Omit<ContextRequest, "binding">,
): Promise<Snapshot> {
  await drainQueue(queue, delivery);
  const { binding, store } = delivery;
  return await readContext(store, { ...request, binding });
}
