// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import {
  batchTooLarge,
  captureBatch,
  type Captured,
  type CaptureDelivery,
  LARGEST_BATCH,
} from "../../lib/queue.ts";
import { openStore } from "../../lib/store/open.ts";
import { answer } from "../command.ts";
import { type Context, hostOf } from "../context.ts";
import { errorFields, errorText } from "../failure.ts";
import { readArgument, refuseTwoInputs } from "../input.ts";
import { openStoreFor } from "../store_flags.ts";
import type { AdmitFlags } from "./flags.ts";
import { counted, sized } from "../measures.ts";
import { queueAdvised } from "./advice.ts";
import { queueOf } from "./open.ts";

/** Runs `lnk-tool queue admit`: exit 0 once the batch is safe, whatever storage says. */
export default async function admit(
  this: Context,
  flags: AdmitFlags,
): Promise<void> {
  refuseTwoInputs(["-", flags.keyFile ?? "", flags.grants ?? ""]);
  await refuseNoAddress(this, flags);
  const queue = queueOf(this, flags);
  const { agent, owner, thread, adapter, session } = flags;
  const records = await readRecords(this);
  const capture = { agent, owner, thread, adapter, session, records };
  const captured = await captureBatch(queue, capture, deliveryOf(this, flags));
  await report(this, flags, captured);
}

/** What is no address at all is a slip of who calls, not trouble with storage. */
async function refuseNoAddress(
  context: Context,
  { store, agent, owner }: AdmitFlags,
): Promise<void> {
  if (store === undefined || /^(file|unix):./s.test(store)) return;
  const host = hostOf(context);
  using _ = await openStore(store, { agent, owner }, { host });
}

/** Storage is opened after the batch is safe: that it is away must not stand against it. */
function deliveryOf(
  context: Context,
  flags: AdmitFlags,
): CaptureDelivery | undefined {
  const { store } = flags;
  if (store === undefined) return undefined;
  return {
    open: () => openStoreFor(context, { ...flags, store }),
    // Asked for only then: until the batch is safe, a signal ends the run.
    get stopped() {
      return context.io.stopped();
    },
  };
}

async function readRecords(context: Context): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await readArgument(context, "-", LARGEST_BATCH);
  } catch (error) {
    if (error instanceof LnkError && error.code === "file/too-large") {
      throw batchTooLarge(undefined);
    }
    throw error;
  }
}

async function report(
  context: Context,
  flags: AdmitFlags,
  captured: Captured,
): Promise<void> {
  const { batch, records, bytes, drained, trouble } = captured;
  const { store } = flags;
  const told = trouble && store !== undefined
    ? queueAdvised(trouble, { ...flags, store })
    : trouble;
  const sent = flags.store === undefined
    ? ""
    : `, drained ${counted(drained, "batch", "batches")}`;
  const document = { batch, records, bytes, drained };
  answer(
    context,
    flags,
    told ? { ...document, trouble: await errorFields(told) } : document,
    `admitted batch ${batch}: ${counted(records, "record")}, ` +
      `${sized(bytes)}${sent}\n`,
    {
      did: `batch ${batch} was admitted, with ${counted(records, "record")}`,
      next: "it is safe: do not admit it again",
    },
  );
  // For people; a script finds it in the document.
  if (told && !flags.json) {
    const { err } = context.io;
    err.write(`The batch is safe, but not all that waits was delivered:\n`);
    err.write(await errorText(told, err.colour));
  }
}
