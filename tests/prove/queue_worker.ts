// Copyright 2026 the lnk authors. MIT license.

/**
 * A small program on the capture queue, for the proofs.
 *
 * queue_worker.ts admit|capture|drain|set-aside FOLDER STEP [--without SYNC]
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import {
  captureBatch,
  drainQueue,
  openQueue,
  setAside,
} from "../../lib/queue.ts";
import { openStore } from "../../lib/store/open.ts";
import { capture, OURS } from "../queue/captures.ts";
import { acknowledge, ending, workerHost } from "./process.ts";
import { BATCHES, homeOf, itemsOf } from "./homes.ts";

const [name, folder, given, , sync] = Deno.args;
const step = Number(given);
const host = workerHost(folder!, sync);

/** In a control, what SQLite syncs must not make up for what is left out. */
const open = () =>
  openStore(`file:${folder}/agent`, OURS, {
    host,
    index: sync === undefined ? "file" : "memory",
  });

/** One batch of two records. */
async function captureOne(): Promise<void> {
  const items = [`${step}a`, `${step}b`];
  const delivery = name === "capture" ? { open } : undefined;
  await captureBatch(openQueue(host, "home"), capture(items), delivery);
  items.forEach(acknowledge);
}

/** This step's home and, where they were cut off, those before. */
async function drainHomes(): Promise<void> {
  using store = await open();
  for (let one = 1; one <= step; one++) {
    await drainQueue(openQueue(host, homeOf(one)), { store, binding: OURS });
    BATCHES.flatMap((batch) => itemsOf(one, batch)).forEach(acknowledge);
  }
}

/** The last batch first: its number must be kept. */
async function setAsideAll(): Promise<void> {
  for (let one = 1; one <= step; one++) {
    const queue = openQueue(host, homeOf(one));
    for (const batch of BATCHES.toReversed()) {
      try {
        await setAside(queue, String(batch));
        acknowledge(`${one}/${batch}`);
      } catch (error) {
        const before = error instanceof LnkError &&
          error.code === "queue/no-such-entry";
        if (!before) throw error;
      }
    }
  }
}

const DEEDS: Readonly<Record<string, () => Promise<void>>> = {
  ...{ admit: captureOne, capture: captureOne },
  ...{ drain: drainHomes, "set-aside": setAsideAll },
};

await ending(() => DEEDS[name!]!());
