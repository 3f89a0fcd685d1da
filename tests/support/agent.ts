// Copyright 2026 the lnk authors. MIT license.

/**
 * A whole agent in a folder of a test's own: nothing is wrong with it.
 *
 * @module
 */

import { type Examination, examine, type Subject } from "../../lib/doctor.ts";
import type { Host } from "../../lib/disk.ts";
import { createLedger } from "../../lib/ledger.ts";
import { openQueue } from "../../lib/queue.ts";
import { admitBatch } from "../../lib/queue.ts";
import { fileStore } from "../../lib/store/files.ts";
import { capture, OURS } from "../queue/captures.ts";
import { machine } from "./machine.ts";
import { bytesOf } from "./store.ts";
import { plant } from "./tree.ts";

/** When it is. */
export const NOW: number = Date.UTC(2100, 0, 1);

/** An agent, its home and its ledger, side by side in one folder. */
export interface WholeAgent {
  /** What holds all three. */
  readonly base: string;
  /** The machine. */
  readonly host: Host;
  /** What is looked at. */
  readonly subject: Subject & {
    readonly agent: string;
    readonly home: string;
    readonly ledger: string;
  };
  /** Looks. */
  examine(more?: Partial<Subject>): Promise<Examination>;
}

const SOURCE = { adapter: "goose", session: "s0" };

/**
 * Makes an agent with two conversations, notes, a document, a lease, a queue
 * with a batch, and a ledger.
 *
 * @param base An empty folder, without links.
 * @param now The clock.
 * @returns It.
 */
export async function wholeAgent(
  base: string,
  now: () => number = () => NOW,
): Promise<WholeAgent> {
  Deno.chmodSync(base, 0o700);
  const host = machine({ now });
  const [agent, home, ledger] = ["ada", "home", "ledger"]
    .map((name) => `${base}/${name}`) as [string, string, string];
  for (const folder of [agent, home]) Deno.mkdirSync(folder, { mode: 0o700 });
  plant(agent, {
    "sandbox.toml": '[files]\nwrite = ["work"]\nread = ["chats"]\n',
    "instructions/instruction.md": "Be kind.\n",
    "skills/cook/recipe.md": "Stir.\n",
    "home/work/": "",
  });
  using store = fileStore(host, agent, OURS);
  for (const thread of ["link:main", "link:side"]) {
    for (let seq = 1; seq <= 5; seq++) {
      const source = { ...SOURCE, record: `r${seq}` };
      const record = JSON.stringify({ role: "user", text: "hi", source });
      await store.append(thread, record, seq);
    }
  }
  await store.fileWrite("memory/notes.md", bytesOf("# Notes\n"), 0n);
  const document = '{"id":"tea","text":"Green."}';
  await store.fileWrite("memory/portable/tea.json", bytesOf(document), 0n);
  await store.leaseAcquire("turn", "goose", 60_000);
  await admitBatch(openQueue(host, home), capture(["a", "b"]));
  await createLedger(host, ledger, OURS);
  const subject = { agent, home, ledger };
  return {
    base,
    host,
    subject,
    examine: (more = {}) => examine(host, { ...subject, ...more }),
  };
}
