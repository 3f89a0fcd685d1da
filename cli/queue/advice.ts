// Copyright 2026 the lnk authors. MIT license.

/**
 * What a person does about a batch that could not be delivered.
 *
 * @module
 */

import { type LnkError, retold } from "../../lib/errors.ts";
import { shellPath } from "../../lib/shell.ts";
import { NAME } from "../../lib/version.ts";
import { recordCommand } from "../store_advice.ts";
import type { DrainFlags } from "./flags.ts";

/**
 * A trouble of a delivery, with what to do about it as its help.
 *
 * @param error What was thrown.
 * @param flags The flags of the command that delivers.
 * @returns The same error where its own help fits.
 */
export function queueAdvised(error: LnkError, flags: DrainFlags): LnkError {
  const { code, details: { batch, thread, seq } } = error;
  if (code === "store/source-conflict" && typeof thread === "string") {
    const at = `${batch} --home ${shellPath(flags.home)}`;
    return retold(error, {
      help:
        `what stands there: ${recordCommand(thread, Number(seq), flags)}; ` +
        `what waits: ${NAME} queue show ${at}; to go past the batch: ` +
        `${NAME} queue set-aside ${at} --yes`,
    });
  }
  // What was given again is found by its source: nothing has to be looked at.
  return code === "store/unreachable" || code === "context/outcome-unknown"
    ? retold(error, { help: WAITS })
    : error;
}

const WAITS = "what was not delivered waits in the queue, and nothing is " +
  "stored twice: check that the server runs, then drain again";
