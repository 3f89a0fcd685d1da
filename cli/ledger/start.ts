// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readKey } from "../key.ts";
import type { StartFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger start`: prints the generation. */
export default async function start(
  this: Context,
  flags: StartFlags,
): Promise<void> {
  const secret = await readKey(this, flags);
  const { generation } = await openNamed(this, flags).start({ secret });
  answer(this, flags, { generation }, `${generation}\n`, {
    did: `the start is made, and is generation ${generation}`,
    next: "the same command with the same key prints it again",
  });
}
