// Copyright 2026 the lnk authors. MIT license.

import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { AttemptFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger retire`. */
export default async function retire(
  this: Context,
  flags: AttemptFlags,
): Promise<void> {
  const { attempt, generation } = flags;
  await openNamed(this, flags).retire({ attempt, generation });
  const text = `attempt ${inert(attempt)} has ended\n`;
  answer(this, flags, { attempt, generation }, text, {
    did: text.trimEnd(),
    next: "the same command again changes nothing",
  });
}
