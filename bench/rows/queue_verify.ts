// Copyright 2026 the lnk authors. MIT license.

import { join } from "@std/path/posix";
import {
  admitBatch,
  openQueue,
  type Queue,
  scanQueue,
} from "../../lib/queue.ts";
import { fresh, hostIn, ORIGIN, OURS, record } from "../captures.ts";
import type { TimeRow } from "../row.ts";

/** Four batches of 16 MiB, less what their headers take. */
async function fullQueue(home: string): Promise<Queue> {
  const queue = openQueue(hostIn(home), home);
  const perBatch = 4000;
  for (let batch = 0; batch < 4; batch++) {
    const lines = Array.from(
      { length: perBatch },
      (_, id) => record(batch * perBatch + id, 4190),
    );
    const records = new TextEncoder().encode(`${lines.join("\n")}\n`);
    await admitBatch(queue, { ...ORIGIN, records });
  }
  return queue;
}

/** What checking costs beside reading and hashing. */
export const queueVerify: TimeRow = {
  what: "queue: verifying 64 MiB",
  against: "reading and hashing them",
  goal: 1.5,
  async prepare(bench) {
    const home = fresh(bench, "home");
    const queue = await fullQueue(home);
    return {
      ours: async () => {
        const { clean } = await scanQueue(queue, OURS);
        if (!clean) throw new Error("the queue is not clean");
      },
      base: async () => {
        // New memory in each round, as in a program that was just started.
        const buffer = new Uint8Array(16 * 1024 * 1024);
        for (const { name } of Deno.readDirSync(queue.folder)) {
          using file = Deno.openSync(join(queue.folder, name));
          let length = 0;
          while (true) {
            const block = buffer.subarray(length, length + 256 * 1024);
            const got = file.readSync(block);
            if (!got) break;
            length += got;
          }
          await crypto.subtle.digest("SHA-256", buffer.subarray(0, length));
        }
      },
    };
  },
};
