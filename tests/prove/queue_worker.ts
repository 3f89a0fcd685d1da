// Copyright 2026 the lnk authors. MIT license.

/**
 * A small program on the capture queue, for the proofs: each step captures
 * one batch of two records, and acknowledges both once that is done.
 *
 * queue_worker.ts admit|capture FOLDER STEP [--without SYNC]
 *
 * @module
 */

import { realDisk } from "../../lib/disk.ts";
import { EXIT, LnkError } from "../../lib/errors.ts";
import { captureBatch, openQueue } from "../../lib/queue.ts";
import { openStore } from "../../lib/store/open.ts";
import { capture, OURS } from "../queue/captures.ts";
import { type Sync, withoutSync } from "../sim/controls.ts";
import { machine } from "../support/machine.ts";

const [name, folder, step, , sync] = Deno.args;
const real = realDisk(folder!);
const host = machine({
  disk: sync === undefined ? real : withoutSync(real, sync as Sync),
});

try {
  const items = [`${step}a`, `${step}b`];
  const open = () => openStore(`file:${folder}/agent`, OURS, { host });
  const delivery = name === "capture" ? { open } : undefined;
  await captureBatch(openQueue(host, "home"), capture(items), delivery);
  console.log(items.join("\n"));
} catch (error) {
  if (!(error instanceof LnkError)) throw error;
  console.error(`[${error.code}] ${error.message}`);
  Deno.exitCode = EXIT[error.kind];
}
