// Copyright 2026 the lnk authors. MIT license.

/**
 * Checks the chain of a history line by line.
 *
 * @module
 */

import { type Disk, type OpenFile, openPrivate } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { unusable } from "./fault.ts";
import { decodeRecord } from "./format.ts";
import {
  emptyHistory,
  historyPath,
  requireUnreferred,
  tooShort,
} from "./history.ts";
import { linesOf } from "./lines.ts";
import { sha256 } from "./names.ts";
import type { LedgerState } from "./types.ts";

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
  const walk: Walk = { sound: 0, head: undefined };
  try {
    await walkHistory(disk, folder, { state, walk, notes });
    return { sound: walk.sound, faults: [], notes };
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return { sound: walk.sound, faults: [error], notes };
  }
}

/** How far a check has come. */
interface Walk {
  sound: number;
  head: string | undefined;
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
  await walkLines(file, end, walk);
  if (!pin) return;
  if (size < pin.bytes) throw tooShort(path, pin, size);
  if (walk.sound !== pin.records || walk.head !== pin.head) {
    throw unusable(
      "ledger/history-changed",
      path,
      `its line ${walk.sound} is not the last one that authority.json knows`,
    );
  }
  if (size === end) return;
  requireUnreferred(file, state!);
  notes.push(
    `${size - end} bytes behind the history's end: an archiving was ` +
      "interrupted or is under way, and nothing of it is lost",
  );
}

async function walkLines(
  file: OpenFile,
  end: number,
  walk: Walk,
): Promise<void> {
  for (const { bytes, whole } of linesOf(file, 0, end)) {
    const place = `its line ${walk.sound + 1}`;
    const wrong = (state: string) =>
      unusable("ledger/history-changed", file.path, `${place} ${state}`);
    if (!whole) throw wrong("is cut");
    const { record, previous } = readRecord(bytes, file.path, wrong);
    if (record !== walk.sound + 1) throw wrong(`has the number ${record}`);
    if (walk.head !== undefined && previous !== walk.head) {
      throw wrong("does not follow from the line before it");
    }
    walk.sound++;
    walk.head = await sha256(bytes);
  }
}

function readRecord(
  bytes: Uint8Array,
  path: string,
  wrong: (state: string) => LnkError,
) {
  try {
    return decodeRecord(bytes, path);
  } catch {
    throw wrong("is no record");
  }
}
