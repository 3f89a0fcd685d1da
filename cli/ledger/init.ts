// Copyright 2026 the lnk authors. MIT license.

import { createLedger } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import { type Context, hostOf } from "../context.ts";
import type { InitFlags } from "./flags.ts";

/** Runs `lnk-tool ledger init`. */
export default async function init(
  this: Context,
  flags: InitFlags,
): Promise<void> {
  const { dir, agent, owner, wait } = flags;
  const made = await createLedger(hostOf(this), dir, { agent, owner }, {
    wait: wait * 1000,
  });
  const text = `${inert(dir)}: the ledger of ${agent}, owner ${owner}\n`;
  answer(this, flags, { ...made }, text, {
    did: `the ledger of ${agent}, owner ${owner}, is made`,
    next: "nothing is left to do: the next command is ledger start",
  });
}
