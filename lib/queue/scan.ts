// Copyright 2026 the lnk authors. MIT license.

/**
 * All that stands in a queue, each entry read and checked.
 *
 * Needs no lock and no storage, and changes nothing: what another process
 * takes away meanwhile is left out.
 *
 * @module
 */

import type { Binding } from "../store/interface.ts";
import { type BadEntry, type Batch, entryReader } from "./entry.ts";
import { LARGEST_BATCH, MOST_BATCHES, MOST_BYTES } from "./limits.ts";
import { isMade, namesIn, type Queue } from "./place.ts";
import { roomOf } from "./room.ts";

/** What stands in a queue. */
export interface QueueState {
  /** Whether anything was ever captured in the home: else it may be another one than is meant. */
  readonly made: boolean;
  /** The batches that wait, in their order. */
  readonly batches: readonly Batch[];
  /** What refuses draining, by name. */
  readonly bad: readonly BadEntry[];
  /** Entries that take up room, bad ones too. */
  readonly entries: number;
  /** The bytes of all of them. */
  readonly bytes: number;
  /** The records of the batches. */
  readonly records: number;
  /** What the queue holds at most. */
  readonly limits: {
    readonly batches: number;
    readonly bytes: number;
    readonly batch_bytes: number;
  };
  /** Whether nothing is bad, and all batches are of one agent and owner. */
  readonly clean: boolean;
}

/**
 * Reads and checks a whole queue.
 *
 * @example Usage
 * ```ts
 * import { openQueue, realDisk, scanQueue } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const home = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(home),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * const { batches, clean } = await scanQueue(openQueue(host, home));
 * assertEquals(batches, []);
 * assertEquals(clean, true);
 * await Deno.remove(home, { recursive: true });
 * ```
 *
 * @param queue The queue.
 * @param binding Whose batches they must be; without it none is foreign by
 *   its header.
 * @returns What stands there; empty where the queue was never used.
 * @throws {LnkError} `disk/not-private`, `disk/link`, `disk/wrong-kind`,
 *   `disk/denied`, `disk/failed`: about its folders, not its entries.
 */
export async function scanQueue(
  queue: Queue,
  binding?: Binding,
): Promise<QueueState> {
  const { disk } = queue.host;
  const made = isMade(queue);
  const names = made ? namesIn(disk, queue.folder) : [];
  const read = entryReader(disk, queue.folder, binding);
  const batches: Batch[] = [];
  const bad: BadEntry[] = [];
  const rooms: number[] = [];
  for (const name of names) {
    const room = roomOf(disk, queue.folder, name);
    const found = await read(name);
    // Only a batch goes away while it is looked at.
    if (room !== undefined && (found || name.kind !== "batch")) {
      rooms.push(room);
    }
    if (found && "reason" in found) bad.push(found);
    else if (found) batches.push(found.batch);
  }
  return { made, ...summed(batches, bad, rooms) };
}

function summed(
  batches: readonly Batch[],
  bad: readonly BadEntry[],
  rooms: readonly number[],
): Omit<QueueState, "made"> {
  const owners = new Set(
    batches.map(({ agent, owner }) => `${agent} ${owner}`),
  );
  return {
    batches,
    bad,
    entries: rooms.length,
    bytes: rooms.reduce((sum, size) => sum + size, 0),
    records: batches.reduce((sum, { count }) => sum + count, 0),
    limits: {
      batches: MOST_BATCHES,
      bytes: MOST_BYTES,
      batch_bytes: LARGEST_BATCH,
    },
    clean: bad.length === 0 && owners.size < 2,
  };
}
