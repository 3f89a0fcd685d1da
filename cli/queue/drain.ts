// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { type Drained, drainQueue } from "../../lib/queue.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor } from "../store_flags.ts";
import type { DrainFlags } from "./flags.ts";
import { counted } from "../measures.ts";
import { queueAdvised } from "./advice.ts";
import { queueOf } from "./open.ts";
import { progressOn } from "./progress.ts";

/** Runs `lnk-tool queue drain`: exit 0 once all that stood there is in storage. */
export default async function drain(
  this: Context,
  flags: DrainFlags,
): Promise<void> {
  const drained = await deliver(this, flags);
  const { batches, records, repeated } = drained;
  const known = repeated === 0 ? "" : `, ${repeated} of them stored before`;
  answer(
    this,
    flags,
    { ...drained },
    `drained ${counted(batches, "batch", "batches")}, ` +
      `${counted(records, "record")}${known}\n`,
    {
      did: `${counted(batches, "batch", "batches")} with ` +
        `${counted(records, "record")} went to storage`,
      next: "nothing is left to do: what was delivered is stored for good",
    },
  );
}

/** Delivers what waits, until it is done or asked to end. */
export async function deliver(
  context: Context,
  flags: DrainFlags,
  stopped?: Promise<void>,
): Promise<Drained> {
  const { agent, owner } = flags;
  const queue = queueOf(context, flags);
  const progress = progressOn(context.io.err);
  try {
    using store = await openStoreFor(context, flags);
    return await drainQueue(queue, {
      store,
      binding: { agent, owner },
      stopped: stopped ?? context.io.stopped(),
      progress: progress.tell,
    });
  } catch (error) {
    throw error instanceof LnkError ? queueAdvised(error, flags) : error;
  } finally {
    progress.clear();
  }
}
