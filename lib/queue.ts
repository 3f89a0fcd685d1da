// Copyright 2026 the lnk authors. MIT license.

/**
 * The capture queue: what an adapter captured waits here, durably, until
 * storage has confirmed it.
 *
 * Source: the specification's "Portable Context", from "The capture queue" to
 * "What the queue covers".
 *
 * @module
 */

export {
  admitBatch,
  type Admitted,
  batchTooLarge,
  type Capture,
} from "./queue/admit.ts";
export type { Flaw, Header, Origin, Reason } from "./queue/header.ts";
export {
  captureBatch,
  type Captured,
  type CaptureDelivery,
} from "./queue/capture.ts";
export type { Drained } from "./queue/confirm.ts";
export { type Delivery, drainQueue } from "./queue/drain.ts";
export type { BadEntry, Batch } from "./queue/entry.ts";
export { LARGEST_BATCH, MOST_BATCHES, MOST_BYTES } from "./queue/limits.ts";
export { prepareContext } from "./queue/prepare.ts";
export { openQueue, type Queue, type QueueOptions } from "./queue/place.ts";
export { type QueueState, scanQueue } from "./queue/scan.ts";
export { type Moved, setAside } from "./queue/set_aside.ts";
export { showBatch, type ShownBatch } from "./queue/show.ts";
