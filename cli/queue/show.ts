// Copyright 2026 the lnk authors. MIT license.

import { showBatch } from "../../lib/queue.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { LookFlags } from "./flags.ts";
import { batchFields } from "./list.ts";
import { bindingOf, queueOf } from "./open.ts";

/** Runs `lnk-tool queue show`: one batch with its records. */
export default async function show(
  this: Context,
  flags: LookFlags,
  entry: string,
): Promise<void> {
  const binding = bindingOf(flags);
  const { batch, records } = await showBatch(
    queueOf(this, flags),
    entry,
    binding,
  );
  const head = batchFields(batch);
  const lines = Object.entries(head).map(([name, value]) =>
    `${name.padEnd(8)}  ${inert(String(value))}`
  );
  answer(
    this,
    flags,
    { ...head, sha256: batch.sha256, records: records.map((raw) => ({ raw })) },
    [...lines, "", ...records.map(inert)].map((line) => `${line}\n`).join(""),
  );
}
