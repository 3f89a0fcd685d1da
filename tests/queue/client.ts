// Copyright 2026 the lnk authors. MIT license.

/**
 * A client of the queue, as a process: `client.ts admit HOME NAME` admits and
 * acknowledges batches, `admit-on` until it is killed, and `client.ts drain HOME AGENT` drains until it is killed.
 *
 * @module
 */

import { admitBatch, drainQueue, openQueue } from "../../lib/queue.ts";
import { fileStore } from "../../lib/store/files.ts";
import { machine } from "../support/machine.ts";
import { capture, OURS } from "./captures.ts";

const [what, home, other] = Deno.args;
const host = machine();

/** Batches that one client admits. */
const BATCHES = 6;

const queue = openQueue(host, home!, { wait: 30_000 });
if (what !== "drain") {
  for (let i = 0; what === "admit-on" || i < BATCHES; i++) {
    const items = [`${other}.${2 * i}`, `${other}.${2 * i + 1}`];
    await admitBatch(queue, capture(items));
    Deno.stdout.writeSync(new TextEncoder().encode(`${items.join("\n")}\n`));
    await host.sleep(20);
  }
} else {
  while (true) {
    using store = fileStore(host, other!, OURS);
    await drainQueue(queue, { store, binding: OURS });
    await host.sleep(5);
  }
}
