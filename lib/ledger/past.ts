// Copyright 2026 the lnk authors. MIT license.

/**
 * What the history knows: archived requests, and the names of attempts and
 * starts that have ended, for ever.
 *
 * @module
 */

import type { Disk } from "../disk.ts";
import { knownOver } from "./attempt_steps.ts";
import { emptyHistory } from "./history.ts";
import type { LedgerRequest, LedgerState } from "./types.ts";
import { type Walk, walkPinned } from "./walk.ts";

/** What an open ledger has read of its history. */
export interface Memory {
  /** How far it has read; `undefined`: nothing yet. */
  walk: Walk | undefined;
  /** Generations of ended attempts, by id. */
  readonly ended: Map<string, number>;
  /** Fingerprints of earlier starts. */
  readonly spent: Set<string>;
}

/**
 * A memory that knows nothing yet.
 *
 * @returns It.
 */
export function emptyMemory(): Memory {
  return { walk: undefined, ended: new Map(), spent: new Set() };
}

/** A ledger whose history is read. */
export interface Reading {
  /** Where. */
  readonly disk: Disk;
  /** The ledger's folder. */
  readonly folder: string;
  /** What was read before. */
  readonly memory: Memory;
}

/** A name that a call is about. */
export interface Named {
  /** An attempt's id. */
  readonly attempt?: string;
  /** A start's fingerprint. */
  readonly fingerprint?: string;
}

/**
 * A ledger with what its history knows of a name: an attempt that has ended
 * stands in it as ended, a start's secret as spent.
 *
 * @param reading Where.
 * @param state What authority.json holds.
 * @param named The name.
 * @returns The very same state where nothing is added.
 * @throws {LnkError} `ledger/history-short`, `ledger/history-changed`, those
 *   of a private file.
 */
export async function recalled(
  reading: Reading,
  state: LedgerState,
  { attempt, fingerprint }: Named,
): Promise<LedgerState> {
  const { memory } = reading;
  if (attempt !== undefined && state.attempt?.attempt !== attempt) {
    if (knownOver(state, attempt)) return state;
    await readOn(reading, state);
    const generation = memory.ended.get(attempt);
    if (generation === undefined) return state;
    return { ...state, ended: [...state.ended, { attempt, generation }] };
  }
  if (fingerprint !== undefined && state.start?.fingerprint !== fingerprint) {
    await readOn(reading, state);
    if (!memory.spent.has(fingerprint)) return state;
    return { ...state, spent: [...state.spent, fingerprint] };
  }
  return state;
}

/** Reads what came to the history since the last time. */
async function readOn(
  { disk, folder, memory }: Reading,
  state: LedgerState,
): Promise<void> {
  const pin = state.history;
  const { walk: before } = memory;
  // Another history than the one that was read.
  if (before && before.bytes >= pin.bytes && before.head !== pin.head) {
    memory.walk = undefined;
    memory.ended.clear();
    memory.spent.clear();
  }
  const walk = { ...memory.walk ?? await atStart(state) };
  const names: Memory = emptyMemory();
  await walkPinned({ disk, folder, pin }, walk, (record) => {
    if ("request" in record) {
      const { attempt, generation } = record.request;
      return void names.ended.set(attempt, generation);
    }
    for (const one of record.ended) {
      names.ended.set(one.attempt, one.generation);
    }
    for (const one of record.spent) names.spent.add(one);
  });
  memory.walk = walk;
  for (const [name, generation] of names.ended) {
    memory.ended.set(name, generation);
  }
  for (const one of names.spent) memory.spent.add(one);
}

/**
 * Finds a request in the history, all of which is checked on the way.
 *
 * @param reading Where.
 * @param state What authority.json holds.
 * @param id The request's id.
 * @returns The request as it was archived, or `undefined`.
 * @throws {LnkError} `ledger/history-short`, `ledger/history-changed`, those
 *   of a private file.
 */
export async function findArchived(
  { disk, folder }: Omit<Reading, "memory">,
  state: LedgerState,
  id: string,
): Promise<LedgerRequest | undefined> {
  const pin = state.history;
  let found: LedgerRequest | undefined;
  await walkPinned({ disk, folder, pin }, await atStart(state), (record) => {
    if ("request" in record && record.request.request === id) {
      found = record.request;
    }
  });
  return found;
}

async function atStart({ agent, owner }: LedgerState): Promise<Walk> {
  return { ...await emptyHistory(agent, owner) };
}
