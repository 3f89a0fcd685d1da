// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { setAside } from "../../lib/queue.ts";
import { shellPath } from "../../lib/shell.ts";
import { inert, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { SetAsideFlags } from "./flags.ts";
import { queueOf } from "./open.ts";

/** Runs `lnk-tool queue set-aside`: moves one entry, and says where to. */
export default async function setEntryAside(
  this: Context,
  flags: SetAsideFlags,
  entry: string,
): Promise<void> {
  if (!flags.yes) {
    throw new LnkError(
      "usage",
      "queue/not-agreed",
      `Nothing is set aside: moving ${quote(entry)} needs --yes`,
    );
  }
  const moved = await setAside(queueOf(this, flags), entry);
  answer(this, flags, { ...moved }, `${inert(moved.to)}\n`, {
    did: `${quote(moved.name)} was moved to ${shellPath(moved.to)}`,
    next: "nothing is left to do: drain goes past it now",
  });
}
