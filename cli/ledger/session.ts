// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { LedgerFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger session`: prints the id. */
export default async function session(
  this: Context,
  flags: LedgerFlags,
  thread: string,
): Promise<void> {
  const { id } = await openNamed(this, flags).session(thread);
  answer(this, flags, { id, thread }, `${id}\n`, {
    did: `the session has the id ${id}`,
    next: "it is kept for good: the same command prints it again",
  });
}
