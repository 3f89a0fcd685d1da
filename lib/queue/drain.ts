// Copyright 2026 the lnk authors. MIT license.

/**
 * Delivering what waits to storage, in order, record by record.
 *
 * A batch goes only after storage has confirmed every record of it. Where an
 * answer is lost the records are given again: by their sources they are found
 * where they stand.
 *
 * Source: the specification's "Portable Context", "The capture queue".
 *
 * @module
 */

import { join } from "@std/path/posix";
import { removeStaleTemps } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { Binding, Store } from "../store/interface.ts";
import { checkedAnswers } from "./answers.ts";
import { badRefusal } from "./bad.ts";
import { confirmations, type Drained, type Sum, TOGETHER } from "./confirm.ts";
import { deliverBatch } from "./deliver.ts";
import { withDetails } from "./details.ts";
import {
  badEntry,
  type EntryReader,
  entryReader,
  lookAt,
  type WholeBatch,
} from "./entry.ts";
import { clearMarks } from "./finish.ts";
import { batchName, type QueueName } from "./name.ts";
import { alone, delivering, isMade, namesIn, type Queue } from "./place.ts";
import { type Stoppable, stoppable } from "./stop.ts";

/** Where batches are delivered, and how. */
export interface Delivery {
  /** The storage. */
  readonly store: Store;
  /** Whose batches these must be. */
  readonly binding: Binding;
  /** Resolves when the drain is to end; what is not confirmed then stays. */
  readonly stopped?: Promise<void>;
  /** The most milliseconds to wait while another process delivers. Default: the queue's. */
  readonly wait?: number;
  /** Told after each batch how many of how many are done. */
  readonly progress?: (done: number, total: number) => void;
}

/**
 * Delivers the batches that stand in a queue when it is called.
 *
 * @example Capturing now, delivering later
 * ```ts
 * import { admitBatch, drainQueue, fileStore, openQueue, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * const binding = { agent: "ada", owner: "kay" };
 * const origin = { adapter: "goose", session: "s1" };
 * const record = { role: "user", text: "hi", source: { ...origin, record: "r1" } };
 * const records = new TextEncoder().encode(JSON.stringify(record));
 *
 * const queue = openQueue(host, ".");
 * const capture = { ...binding, ...origin, thread: "link:main", records };
 * assertEquals((await admitBatch(queue, capture)).batch, 1);
 * {
 *   using store = fileStore(host, ".", binding);
 *   assertEquals((await drainQueue(queue, { store, binding })).records, 1);
 *   assertEquals(await store.last("link:main"), 1);
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param queue The queue.
 * @param delivery Where to.
 * @returns What was delivered: all of it.
 * @throws {LnkError} At the first trouble, with what was delivered before in
 *   `details.drained`: `queue/bad-entry` (details: `name`, `reason`),
 *   `queue/interrupted`, and as `append` and the disk do. What is not
 *   delivered waits on.
 */
export async function drainQueue(
  queue: Queue,
  delivery: Delivery,
): Promise<Drained> {
  const sum = { batches: 0, records: 0, repeated: 0 };
  if (!isMade(queue)) return sum;
  const stop = stoppable(queue.host, delivery.stopped);
  const patient = withStop(queue, stop);
  const turn = { ...patient, wait: delivery.wait ?? queue.wait };
  try {
    await delivering(turn, () => deliverAll(patient, delivery, { stop, sum }));
    return sum;
  } catch (error) {
    throw withDetails(error, { drained: { ...sum } });
  }
}

/** A queue whose waits end early. */
function withStop(queue: Queue, stop: Stoppable): Queue {
  const sleep = (milliseconds: number) =>
    stop.until(queue.host.sleep(milliseconds));
  return { ...queue, host: { ...queue.host, sleep } };
}

/** What one drain works with. */
interface Run {
  readonly stop: Stoppable;
  readonly sum: Sum;
}

async function deliverAll(
  queue: Queue,
  delivery: Delivery,
  { stop, sum }: Run,
): Promise<void> {
  const { host, folder } = queue;
  const read = entryReader(host.disk, folder, delivery.binding);
  const { names, kept } = await alone(queue, () => tidied(queue, read));
  const batches = names.filter(({ kind }) => kind === "batch");
  const tell = () => delivery.progress?.(sum.batches, batches.length);
  const confirmed = confirmations(queue, { kept, sum, tell });
  const store = checkedAnswers(delivery.store);
  const courier = { store, host, stop, next: new Map() };
  try {
    for (const name of batches) {
      const whole = await readWhole(queue, read, name);
      confirmed.add(whole.batch, await deliverBatch(courier, whole));
      if (confirmed.count() === TOGETHER) await confirmed.takeAway();
    }
  } catch (error) {
    // What is in storage goes, whatever the trouble behind it is.
    await confirmed.takeAway().catch(() => {});
    throw error;
  }
  await confirmed.takeAway();
}

/** What stands, after clearing away what interrupted runs left. */
async function tidied(queue: Queue, read: EntryReader) {
  const { host: { disk }, folder } = queue;
  removeStaleTemps(disk, folder);
  refuseStray(queue, namesIn(disk, folder));
  await takeBack(queue, read);
  const names = namesIn(disk, folder);
  return { names, kept: clearMarks(queue, names) };
}

/**
 * A batch that was on its way out when the run ended, or that somebody gave
 * the name of one that is done: no one can tell them apart, so it is given
 * again, and found where it stands.
 */
async function takeBack(queue: Queue, read: EntryReader): Promise<void> {
  const { host: { disk }, folder } = queue;
  const names = namesIn(disk, folder);
  for (const name of names.filter(({ kind }) => kind === "done")) {
    const found = await read(name);
    if (!found) continue;
    if ("reason" in found) throw badRefusal(queue, found);
    const batch = batchName(name.number);
    if (names.some((other) => other.name === batch)) {
      const state = `${batch} stands beside it, and it has content`;
      throw badRefusal(
        queue,
        badEntry(name, { reason: "misplaced", state }, found.batch.size),
      );
    }
    const [from, to] = [join(folder, name.name), join(folder, batch)];
    attempt("move", from, () => disk.rename(from, to));
  }
}

/** What has no place in the order stands before all: nobody knows what it should have come before. */
function refuseStray(queue: Queue, names: readonly QueueName[]): void {
  const { host: { disk }, folder } = queue;
  for (const name of names) {
    if (name.kind === "batch") continue;
    const found = lookAt(disk, folder, name);
    if (found && "reason" in found) throw badRefusal(queue, found);
  }
}

async function readWhole(
  queue: Queue,
  read: EntryReader,
  name: QueueName,
): Promise<WholeBatch> {
  const found = await read(name);
  if (found && !("reason" in found)) return found;
  const state = "it went away although this process delivers";
  throw badRefusal(
    queue,
    found ?? badEntry(name, { reason: "misplaced", state }, 0),
  );
}
