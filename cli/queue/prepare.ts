// Copyright 2026 the lnk authors. MIT license.

import type { Context } from "../context.ts";
import contextRead from "../context/read.ts";
import { reportError } from "../failure.ts";
import { deliver } from "./drain.ts";
import type { PrepareFlags } from "./flags.ts";

/** Runs `lnk-tool queue prepare`: what `context read` prints, with all that was captured in it. */
export default async function prepare(
  this: Context,
  flags: PrepareFlags,
): Promise<void> {
  try {
    await deliver(this, flags);
  } catch (error) {
    const json = flags.json || flags.format === "json";
    this.process.exitCode = reportError(this, error, json);
    return;
  }
  await contextRead.call(this, flags);
}
