// Copyright 2026 the lnk authors. MIT license.

import { EXIT } from "../../lib/errors.ts";
import { scanQueue } from "../../lib/queue.ts";
import { shellPath } from "../../lib/shell.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { LookFlags } from "./flags.ts";
import { counted, sized } from "../measures.ts";
import { badFields, badLines, bindingOf, queueOf } from "./open.ts";

/** Runs `lnk-tool queue verify`: every byte of every batch, exit 0 or 1. */
export default async function verify(
  this: Context,
  flags: LookFlags,
): Promise<void> {
  const binding = bindingOf(flags);
  const state = await scanQueue(queueOf(this, flags), binding);
  const { entries, records, bytes, bad, clean, made } = state;
  const verdict = bad.length > 0
    ? `${counted(bad.length, "bad entry", "bad entries")}`
    : !made
    ? `nothing was ever captured in --home ${shellPath(flags.home)}`
    : clean
    ? "all whole"
    : "of more than one agent or owner";
  const sum = `${counted(entries, "batch", "batches")}, ` +
    `${counted(records, "record")}, ${sized(bytes)}: ${verdict}`;
  answer(
    this,
    flags,
    { batches: entries, records, bytes, bad: badFields(bad), clean, made },
    [...badLines(bad), sum].map((line) => `${line}\n`).join(""),
  );
  if (!clean) this.process.exitCode = EXIT.no;
}
