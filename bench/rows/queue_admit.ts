// Copyright 2026 the lnk authors. MIT license.

import { join } from "@std/path/posix";
import { durableWrite } from "../../lib/disk.ts";
import { admitBatch, openQueue, type Queue } from "../../lib/queue.ts";
import { batchOf, fresh, hostIn } from "../captures.ts";
import type { TimeRow } from "../row.ts";

/** Admissions of one round: as many as a busy hour of a chat may leave. */
const ADMISSIONS = 32;

/** A queue a round, made before. */
const ROUNDS = 41;

/** What the queue costs beside the two syncs that nobody can do without. */
export const queueAdmit: TimeRow = {
  what: `queue: admitting ${ADMISSIONS} batches of 4 KiB`,
  against: "creating them durably",
  goal: 1.3,
  async prepare(bench) {
    const bare = fresh(bench, "bare");
    const host = hostIn(bare);
    const bytes = new Uint8Array(4096).fill(120);
    const captures = Array.from(
      { length: ADMISSIONS },
      (_, id) => batchOf(id, 3800),
    );
    const queues: Queue[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const home = fresh(bench, "home");
      const queue = openQueue(hostIn(home), home);
      await admitBatch(queue, batchOf(round, 3800));
      queues.push(queue);
    }
    let file = 0;
    return {
      ours: async () => {
        const queue = queues.pop()!;
        for (const capture of captures) await admitBatch(queue, capture);
      },
      base: () => {
        for (let id = 0; id < ADMISSIONS; id++) {
          durableWrite(host, join(bare, `f${file++}`), bytes, {
            expectAbsent: true,
          });
        }
      },
    };
  },
};
