// Copyright 2026 the lnk authors. MIT license.

/**
 * Capturing with storage at hand: the batch is made durable first, then all
 * that waits is delivered, as far as storage takes it.
 *
 * @module
 */

import { LnkError, retold } from "../errors.ts";
import { admitBatch, type Admitted, type Capture } from "./admit.ts";
import { type Delivery, drainQueue } from "./drain.ts";
import type { Binding, Store } from "../store/interface.ts";
import type { Queue } from "./place.ts";

/** Where a capture is delivered, if storage is there. */
export interface CaptureDelivery extends Pick<Delivery, "stopped"> {
  /** Opens the storage, after the batch is safe; what it throws is trouble only. */
  open(): Promise<Store>;
}

/** A batch that is in the queue, or in storage already. */
export interface Captured extends Admitted {
  /** How many batches went to storage, this one too if it did. */
  readonly drained: number;
  /** Why not all of them went. */
  readonly trouble: LnkError | undefined;
}

/**
 * Admits a batch, and delivers what waits. Trouble with storage is told, not
 * thrown: what is admitted is safe. Storage is asked first only where the
 * queue is full, to make room.
 *
 * @param queue The queue.
 * @param capture The records, and where they come from.
 * @param delivery Where to deliver; without it the batch waits.
 * @returns The batch, and what went to storage.
 * @throws {LnkError} As `admitBatch` does: the batch is not admitted.
 */
export async function captureBatch(
  queue: Queue,
  capture: Capture,
  delivery?: CaptureDelivery,
): Promise<Captured> {
  if (!delivery) {
    const admitted = await admitBatch(queue, capture);
    return { ...admitted, drained: 0, trouble: undefined };
  }
  const { agent, owner } = capture;
  const attempt = (wait?: number) =>
    attemptDrain(queue, { agent, owner }, { ...delivery, wait });
  const own = { ...capture, records: capture.records.slice() };
  const { admitted, made } = await admitSomehow(queue, own, attempt);
  // Another process that delivers takes this batch along, or the next run does.
  const after = await attempt(0);
  return {
    ...admitted,
    drained: made + after.batches,
    trouble: after.trouble,
  };
}

/** A batch, and how many went to make room for it. */
async function admitSomehow(
  queue: Queue,
  capture: Capture,
  attempt: () => Promise<Attempted>,
): Promise<{ readonly admitted: Admitted; readonly made: number }> {
  try {
    return { admitted: await admitBatch(queue, capture), made: 0 };
  } catch (full) {
    if (!(full instanceof LnkError) || full.code !== "queue/full") throw full;
    const { batches, trouble } = await attempt();
    try {
      return { admitted: await admitBatch(queue, capture), made: batches };
    } catch (still) {
      throw withTrouble(still, trouble);
    }
  }
}

/** What a drain did before its first trouble. */
interface Attempted {
  readonly batches: number;
  readonly trouble: LnkError | undefined;
}

async function attemptDrain(
  queue: Queue,
  binding: Binding,
  { open, stopped, wait }: CaptureDelivery & {
    readonly wait: number | undefined;
  },
): Promise<Attempted> {
  try {
    using store = await open();
    const { batches } = await drainQueue(queue, {
      store,
      binding,
      ...(stopped && { stopped }),
      ...(wait !== undefined && { wait }),
    });
    return { batches, trouble: undefined };
  } catch (trouble) {
    if (!(trouble instanceof LnkError)) throw trouble;
    const { drained } = trouble.details as { drained?: { batches: number } };
    const told = wait === 0 && trouble.code === "disk/locked"
      ? busy(trouble)
      : trouble;
    return { batches: drained?.batches ?? 0, trouble: told };
  }
}

/** Nobody waited, so there is no wait to tell of. */
function busy(locked: LnkError): LnkError {
  const { kind, code, details } = locked;
  return new LnkError(
    kind,
    code,
    "Cannot deliver now: another process delivers from this queue",
    {
      cause: locked,
      help: "it takes this batch along, or the next drain does",
      details,
    },
  );
}

/** A queue that is still full, and why it could not be drained. */
function withTrouble(error: unknown, trouble: LnkError | undefined): unknown {
  if (!(error instanceof LnkError) || error.code !== "queue/full") return error;
  if (!trouble) return error;
  return retold(error, {
    message: `${error.message}; no room was made: ${trouble.message}`,
    cause: trouble,
    help: trouble.help ??
      "Bring storage back, then admit the same records again",
    details: { trouble: trouble.code },
  });
}
