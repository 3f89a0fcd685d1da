// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { LedgerFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger recover`: prints the generation. */
export default async function recover(
  this: Context,
  flags: LedgerFlags,
): Promise<void> {
  const { generation } = await openNamed(this, flags).recover();
  answer(this, flags, { generation }, `${generation}\n`, {
    did: `no start is current any more, at generation ${generation}`,
    next: "the same command again changes nothing, and prints it",
  });
}
