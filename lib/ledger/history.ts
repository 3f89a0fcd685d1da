// Copyright 2026 the lnk authors. MIT license.

/**
 * history.jsonl: finished requests, and names that nobody may use again, a
 * line each, each with the digest of the line before it. authority.json holds the digest of the last one.
 *
 * A line is kept for good before authority.json lets go of its request. What
 * stands behind the last line that authority.json knows was never referred to:
 * its requests still stand in authority.json, and it is cut off.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  durableAppend,
  durableWrite,
  type Host,
  type OpenFile,
  openPrivate,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { unusable } from "./fault.ts";
import type { HistoryRecord, PastNames, PastRequest } from "./form.ts";
import { AUTHORITY_LIMIT, decodeRecord } from "./format.ts";
import { linesOf } from "./lines.ts";
import { sha256 } from "./names.ts";
import type { HistoryPin, LedgerState } from "./types.ts";

const encoder = new TextEncoder();

/** The history's name in the ledger's folder. */
export const HISTORY = "history.jsonl";

/** What a line of the history keeps. */
export type HistoryEntry = PastRequest | PastNames;

/**
 * The history's file.
 *
 * @param folder The ledger's folder.
 * @returns Its path.
 */
export function historyPath(folder: string): string {
  return join(folder, HISTORY);
}

/**
 * The pin of an empty history: it is this ledger's and no other's.
 *
 * @param agent The agent's id.
 * @param owner Who answers for it.
 * @returns The pin.
 */
export async function emptyHistory(
  agent: string,
  owner: string,
): Promise<HistoryPin> {
  const label = `link-ledger-history:v1\n${agent}\n${owner}`;
  return { records: 0, bytes: 0, head: await sha256(encoder.encode(label)) };
}

/**
 * Writes entries to the history for good. Hold the lock, and let
 * authority.json go of them only after it.
 *
 * @param host The disk and its randomness.
 * @param folder The ledger's folder.
 * @param state The ledger, in which they still stand.
 * @param entries Which ones.
 * @returns How far the history reaches then.
 * @throws {LnkError} `ledger/history-short`, `ledger/history-ahead`, those of
 *   a private file and of a durable write.
 */
export async function appendHistory(
  host: Pick<Host, "disk" | "random">,
  folder: string,
  state: LedgerState,
  entries: readonly HistoryEntry[],
): Promise<HistoryPin> {
  const path = historyPath(folder);
  const { pin, bytes } = await chained(state.history, entries);
  using file = openPrivate(host.disk, path, "write");
  const size = file ? attempt("look at", path, () => file.entry().size) : 0;
  if (size < state.history.bytes) throw tooShort(path, state.history, size);
  if (file && size > state.history.bytes) requireUnreferred(file, state);
  if (state.history.bytes === 0) {
    durableWrite(host, path, bytes);
    return pin;
  }
  if (size > state.history.bytes) cut(file!, state.history.bytes);
  durableAppend(file!, bytes);
  return pin;
}

/** Lines for entries, and the pin behind them. */
async function chained(
  from: HistoryPin,
  entries: readonly HistoryEntry[],
): Promise<{ pin: HistoryPin; bytes: Uint8Array<ArrayBuffer> }> {
  let { records, head } = from;
  const lines: string[] = [];
  for (const entry of entries) {
    records++;
    const line = JSON.stringify({ record: records, previous: head, ...entry });
    head = await sha256(encoder.encode(line));
    lines.push(line + "\n");
  }
  const bytes = encoder.encode(lines.join(""));
  return { pin: { records, bytes: from.bytes + bytes.length, head }, bytes };
}

/**
 * Refuses a tail that tells what authority.json does not: then that file is
 * older than the history, and cutting would lose it.
 *
 * @param file The history.
 * @param state What authority.json holds.
 * @throws {LnkError} `ledger/history-ahead`, `ledger/history-changed`.
 */
export function requireUnreferred(file: OpenFile, state: LedgerState): void {
  const { bytes: from } = state.history;
  const { size } = attempt("look at", file.path, () => file.entry());
  if (size - from > 2 * AUTHORITY_LIMIT) throw tooLong(file.path, size - from);
  const stands = standing(state);
  for (const { bytes, whole } of linesOf(file, from, size)) {
    const record = recordOrNothing(bytes, file.path);
    if (record && !stands(record)) throw tooLong(file.path, size - from);
    // Blocks that a power cut lost read as zeros; all else was written so.
    if (!record && whole && !bytes.includes(0)) {
      throw unusable(
        "ledger/history-changed",
        file.path,
        "a line behind its known end is no record",
      );
    }
  }
}

function standing(state: LedgerState): (record: HistoryRecord) => boolean {
  const entries = [...state.requests, ...state.ended]
    .map((entry) => JSON.stringify(entry));
  const known = new Set([...entries, ...state.spent, state.start?.fingerprint]);
  return (record) => {
    if ("request" in record) return known.has(JSON.stringify(record.request));
    return record.spent.every((one) => known.has(one)) &&
      record.ended.every((one) => known.has(JSON.stringify(one)));
  };
}

function recordOrNothing(bytes: Uint8Array, path: string) {
  try {
    return decodeRecord(bytes, path);
  } catch {
    return undefined;
  }
}

function cut(file: OpenFile, size: number): void {
  attempt("cut", file.path, () => {
    file.truncate(size);
    file.sync();
  });
}

/** The refusal of a history that ends before its pin. */
export function tooShort(path: string, pin: HistoryPin, size: number) {
  return unusable(
    "ledger/history-short",
    path,
    `it has ${size} bytes, authority.json knows ${pin.bytes}`,
  );
}

/** The refusal of a history that goes on behind its pin. */
function tooLong(path: string, bytes: number) {
  return unusable(
    "ledger/history-ahead",
    path,
    `its last ${bytes} bytes tell what authority.json does not know`,
  );
}
