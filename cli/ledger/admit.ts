// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readKey } from "../key.ts";
import type { AdmitFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger admit`. */
export default async function admit(
  this: Context,
  flags: AdmitFlags,
): Promise<void> {
  const secret = await readKey(this, flags);
  const { session: thread, attempt, binding } = flags;
  const { session, generation } = await openNamed(this, flags)
    .admit({ secret, thread, attempt, binding });
  const text = `attempt ${attempt} is active, generation ${generation}\n`;
  answer(this, flags, { attempt, session, generation }, text, {
    did: text.trimEnd(),
    next: "the same command again admits nothing new, and prints it",
  });
}
