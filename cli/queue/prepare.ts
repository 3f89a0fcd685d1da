// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { doneUnprinted } from "../command.ts";
import type { Context } from "../context.ts";
import { printContext } from "../context/read.ts";
import { reportError } from "../failure.ts";
import { deliver } from "./drain.ts";
import type { PrepareFlags } from "./flags.ts";

/** Runs `lnk-tool queue prepare`: what `context read` prints, with all that was captured in it. */
export default async function prepare(
  this: Context,
  flags: PrepareFlags,
): Promise<void> {
  const stopped = this.io.stopped();
  const ended = stopped.then(() => {
    throw interrupted();
  });
  // Heard of below; here it must not count as unheard.
  ended.catch(() => {});
  try {
    await deliver(this, flags, stopped);
    const read = printContext(this, flags).catch((error) => {
      throw doneUnprinted(error, DRAINED);
    });
    await Promise.race([read, ended]);
  } catch (error) {
    const json = flags.json || flags.format === "json";
    this.process.exitCode = await reportError(this, error, json);
  }
}

const DRAINED = {
  did: "what waited was delivered",
  next: "nothing is lost: the same command again prints the context",
};

function interrupted(): LnkError {
  return new LnkError(
    "unable",
    "queue/interrupted",
    "Stopped preparing context: it was asked to end",
  );
}
