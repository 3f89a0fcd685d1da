// Copyright 2026 the lnk authors. MIT license.

/**
 * Homes whose queues have batches that wait: one home a step.
 *
 * @module
 */

import { admitBatch, openQueue } from "../../lib/queue.ts";
import { capture } from "../queue/captures.ts";
import { workerHost } from "./process.ts";

/** The numbers of the homes; more than any proof has steps. */
export const HOMES: readonly number[] = Array.from(
  { length: 14 },
  (_, i) => i + 1,
);

/** The batches of each. */
export const BATCHES: readonly number[] = [1, 2];

/**
 * A home's folder.
 *
 * @param home Its number.
 * @returns Its path.
 */
export function homeOf(home: number): string {
  return `home${home}`;
}

/**
 * The records of a batch.
 *
 * @param home The home's number.
 * @param batch The batch's number.
 * @returns Their native ids, each used once.
 */
export function itemsOf(home: number, batch: number): readonly string[] {
  return ["a", "b"].map((part) => `${home}.${batch}${part}`);
}

/**
 * The folder of a home's batches.
 *
 * @param folder The folder of the homes.
 * @param home The home's number.
 * @returns Its path.
 */
export function capturesOf(folder: string, home: number): string {
  return `${folder}/${homeOf(home)}/.lnk/agent-context/captures`;
}

/**
 * Makes the homes, and the folder of an agent beside them.
 *
 * @param folder Where.
 */
export async function makeHomes(folder: string): Promise<void> {
  const host = workerHost(folder);
  Deno.mkdirSync(`${folder}/agent`, { mode: 0o700 });
  for (const home of HOMES) {
    Deno.mkdirSync(`${folder}/${homeOf(home)}`, { mode: 0o700 });
    const queue = openQueue(host, homeOf(home));
    for (const batch of BATCHES) {
      await admitBatch(queue, capture(itemsOf(home, batch)));
    }
  }
}
