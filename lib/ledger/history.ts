// Copyright 2026 the lnk authors. MIT license.

/**
 * history.jsonl: finished requests, a line each, each with the digest of the
 * line before it. authority.json holds the digest of the last one.
 *
 * A line is kept for good before authority.json lets go of its request. What
 * stands behind the last line that authority.json knows was never referred to:
 * its requests still stand in authority.json, and it is cut off.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Disk,
  durableAppend,
  durableWrite,
  type Host,
  type OpenFile,
  openPrivate,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { unusable } from "./fault.ts";
import { AUTHORITY_LIMIT, decodeRecord } from "./format.ts";
import { linesOf } from "./lines.ts";
import { sha256 } from "./names.ts";
import type { HistoryPin, LedgerRequest, LedgerState } from "./types.ts";

const encoder = new TextEncoder();

/**
 * The history's file.
 *
 * @param folder The ledger's folder.
 * @returns Its path.
 */
export function historyPath(folder: string): string {
  return join(folder, "history.jsonl");
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
 * Writes requests to the history for good. Hold the lock, and let
 * authority.json go of them only after it.
 *
 * @param host The disk and its randomness.
 * @param folder The ledger's folder.
 * @param state The ledger, in which the requests still stand.
 * @param requests Which ones.
 * @returns How far the history reaches then.
 * @throws {LnkError} `ledger/history-short`, `ledger/history-ahead`, those of
 *   a private file and of a durable write.
 */
export async function appendHistory(
  host: Pick<Host, "disk" | "random">,
  folder: string,
  state: LedgerState,
  requests: readonly LedgerRequest[],
): Promise<HistoryPin> {
  const path = historyPath(folder);
  const { pin, bytes } = await chained(state.history, requests);
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

/** Lines for requests, and the pin behind them. */
async function chained(
  from: HistoryPin,
  requests: readonly LedgerRequest[],
): Promise<{ pin: HistoryPin; bytes: Uint8Array<ArrayBuffer> }> {
  let { records, head } = from;
  const lines: string[] = [];
  for (const request of requests) {
    records++;
    const line = JSON.stringify({ record: records, previous: head, request });
    head = await sha256(encoder.encode(line));
    lines.push(line + "\n");
  }
  const bytes = encoder.encode(lines.join(""));
  return { pin: { records, bytes: from.bytes + bytes.length, head }, bytes };
}

/**
 * Refuses a tail with requests that do not stand in authority.json: then that
 * file is older than the history, and cutting would lose them.
 */
export function requireUnreferred(file: OpenFile, state: LedgerState): void {
  const { bytes: from } = state.history;
  const { size } = attempt("look at", file.path, () => file.entry());
  const standing = new Set(
    state.requests.map((request) => JSON.stringify(request)),
  );
  if (size - from > 2 * AUTHORITY_LIMIT) throw tooLong(file.path, size - from);
  for (const { bytes } of linesOf(file, from, size)) {
    const record = recordOrNothing(bytes, file.path);
    if (record && !standing.has(JSON.stringify(record.request))) {
      throw tooLong(file.path, size - from);
    }
  }
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

/**
 * Finds a request in the history.
 *
 * @param disk Where.
 * @param folder The ledger's folder.
 * @param pin How far the history reaches.
 * @param id The request's id.
 * @returns The request as it was archived, or `undefined`.
 * @throws {LnkError} `ledger/history-short`, `ledger/corrupt`, those of a
 *   private file.
 */
export function findArchived(
  disk: Disk,
  folder: string,
  pin: HistoryPin,
  id: string,
): LedgerRequest | undefined {
  if (pin.bytes === 0) return undefined;
  const path = historyPath(folder);
  using file = openPrivate(disk, path, "read");
  if (!file) throw tooShort(path, pin, 0);
  const wanted = encoder.encode(`"request":"${id}"`);
  for (const { bytes } of linesOf(file, 0, pin.bytes)) {
    // The id stands near the start of a line; the rest is not looked at.
    if (!includes(bytes.subarray(0, 256), wanted)) continue;
    const { request } = decodeRecord(bytes, path);
    if (request.request === id) return request;
  }
  return undefined;
}

function includes(bytes: Uint8Array, wanted: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes);
  return text.includes(String.fromCharCode(...wanted));
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
export function tooLong(path: string, bytes: number) {
  return unusable(
    "ledger/history-ahead",
    path,
    `its last ${bytes} bytes hold requests that authority.json does not know`,
  );
}
