// Copyright 2026 the lnk authors. MIT license.

import { append } from "../../lib/context.ts";
import {
  admitBatch,
  drainQueue,
  MOST_BATCHES,
  openQueue,
} from "../../lib/queue.ts";
import { fileStore } from "../../lib/store/files.ts";
import { batchOf, fresh, hostIn, OURS, record } from "../captures.ts";
import type { TimeRow } from "../row.ts";

/** Each round drains a copy; what is made here is in nobody's time. */
const COPIES = 41;

/** What waiting in the queue costs on the way to storage. */
export const queueDrain: TimeRow = {
  what: "queue: draining 1,024 small batches",
  against: "appending the same records",
  goal: 3,
  async prepare(bench) {
    const home = fresh(bench, "home");
    const queue = openQueue(hostIn(home), home);
    for (let id = 0; id < MOST_BATCHES; id++) {
      await admitBatch(queue, batchOf(id, 300));
    }
    const homes = Array.from(
      { length: COPIES },
      () => copyOf(home, fresh(bench, "copy")),
    );
    const storeIn = (agent: string) => fileStore(hostIn(agent), agent, OURS);
    return {
      ours: async () => {
        const copy = homes.pop() ?? copyOf(home, fresh(bench, "copy"));
        using store = storeIn(fresh(bench, "agent"));
        const waiting = openQueue(hostIn(copy), copy);
        await drainQueue(waiting, { store, binding: OURS });
      },
      base: async () => {
        using store = storeIn(fresh(bench, "agent"));
        for (let id = 0; id < MOST_BATCHES; id++) {
          const outgoing = { thread: "link:main", record: record(id, 300) };
          await append(store, outgoing, { next: id + 1 });
        }
      },
    };
  },
};

function copyOf(home: string, copy: string): string {
  const folder = ".lnk/agent-context/captures";
  for (const part of [".lnk", ".lnk/agent-context", folder]) {
    Deno.mkdirSync(`${copy}/${part}`, { mode: 0o700 });
  }
  for (const { name } of Deno.readDirSync(`${home}/${folder}`)) {
    const bytes = Deno.readFileSync(`${home}/${folder}/${name}`);
    Deno.writeFileSync(`${copy}/${folder}/${name}`, bytes, { mode: 0o600 });
  }
  return copy;
}
