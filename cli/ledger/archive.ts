// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { ArchiveFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger archive`. */
export default async function archive(
  this: Context,
  flags: ArchiveFlags,
): Promise<void> {
  const moved = await openNamed(this, flags).archive(flags.request);
  const text = `${moved.archived} moved, ${moved.records} in the history\n`;
  answer(this, flags, { ...moved }, text, {
    did: text.trimEnd(),
    next: "what was moved is in the history for good",
  });
}
