// Copyright 2026 the lnk authors. MIT license.

/**
 * Checks the chain of a history line by line.
 *
 * @module
 */

import { type Disk, openPrivate } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import {
  emptyHistory,
  historyPath,
  requireUnreferred,
  tooShort,
} from "./history.ts";
import type { LedgerState } from "./types.ts";
import { requireHead, type Walk, walkLines } from "./walk.ts";

/** What checking a history found. */
export interface HistoryVerdict {
  /** Lines from its start whose chain holds. */
  readonly sound: number;
  /** The first thing that is wrong with it. */
  readonly faults: readonly LnkError[];
  /** What is unusual and harmless. */
  readonly notes: readonly string[];
}

/**
 * Checks a history: against authority.json, or, where that is unreadable, by
 * itself.
 *
 * @param disk Where.
 * @param folder The ledger's folder.
 * @param state What authority.json holds, if it can be read.
 * @returns What was found.
 */
export async function verifyHistory(
  disk: Disk,
  folder: string,
  state: LedgerState | undefined,
): Promise<HistoryVerdict> {
  const notes: string[] = [];
  const walk: Walk = { records: 0, bytes: 0, head: undefined };
  try {
    await walkHistory(disk, folder, { state, walk, notes });
    return { sound: walk.records, faults: [], notes };
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return { sound: walk.records, faults: [error], notes };
  }
}

interface Task {
  readonly state: LedgerState | undefined;
  readonly walk: Walk;
  readonly notes: string[];
}

async function walkHistory(
  disk: Disk,
  folder: string,
  { state, walk, notes }: Task,
): Promise<void> {
  const path = historyPath(folder);
  const pin = state?.history;
  using file = openPrivate(disk, path, "read");
  if (!file) {
    if (pin && pin.records > 0) throw tooShort(path, pin, 0);
    return;
  }
  const { size } = attempt("look at", path, () => file.entry());
  const end = pin ? Math.min(pin.bytes, size) : size;
  walk.head = state && (await emptyHistory(state.agent, state.owner)).head;
  const short = pin && size < pin.bytes && tooShort(path, pin, size);
  await walkLines(file, { end, walk }, () => {}).catch((error) => {
    throw short || error;
  });
  if (!pin) return;
  if (short) throw short;
  requireHead(path, pin, walk);
  if (size === end) return;
  requireUnreferred(file, state!);
  notes.push(
    `${size - end} bytes behind the history's end: an archiving was ` +
      "interrupted or is under way, and nothing of it is lost",
  );
}
