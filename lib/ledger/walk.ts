// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads a history line by line, and checks its chain on the way: what is
 * damaged is never an answer.
 *
 * @module
 */

import { type Disk, type OpenFile, openPrivate } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { LnkError } from "../errors.ts";
import { unusable } from "./fault.ts";
import type { HistoryRecord } from "./form.ts";
import { decodeRecord } from "./format.ts";
import { historyPath, tooShort } from "./history.ts";
import { linesOf } from "./lines.ts";
import { sha256 } from "./names.ts";
import type { HistoryPin } from "./types.ts";

/** How far a walk has come. */
export interface Walk {
  /** Lines whose chain holds. */
  records: number;
  /** Where the next line begins. */
  bytes: number;
  /** Digest of the last line; `undefined` where nobody knows the first one. */
  head: string | undefined;
}

/** What is done with each record. */
export type Visit = (record: HistoryRecord) => void;

/**
 * Goes on with a walk as far as authority.json knows the history.
 *
 * @param world The disk, the ledger's folder, how far the history reaches.
 * @param walk Where to begin; moved on.
 * @param visit Gets each record; what it collects counts only when this
 *   returns.
 * @throws {LnkError} `ledger/history-short`, `ledger/history-changed`, those
 *   of a private file.
 */
export async function walkPinned(
  { disk, folder, pin }: {
    readonly disk: Disk;
    readonly folder: string;
    readonly pin: HistoryPin;
  },
  walk: Walk,
  visit: Visit,
): Promise<void> {
  if (walk.bytes === pin.bytes && walk.head === pin.head) return;
  const path = historyPath(folder);
  using file = openPrivate(disk, path, "read");
  const size = file ? attempt("look at", path, () => file.entry().size) : 0;
  if (!file || size < pin.bytes) throw tooShort(path, pin, size);
  await walkLines(file, { end: pin.bytes, walk }, visit);
  requireHead(path, pin, walk);
}

/**
 * Goes on with a walk to a place in the file.
 *
 * @param file The history.
 * @param task The place, and the walk, which is moved on.
 * @param visit Gets each record.
 * @throws {LnkError} `ledger/history-changed`.
 */
export async function walkLines(
  file: OpenFile,
  { end, walk }: { readonly end: number; readonly walk: Walk },
  visit: Visit,
): Promise<void> {
  for (const { bytes, whole } of linesOf(file, walk.bytes, end)) {
    const place = `its line ${walk.records + 1}`;
    const wrong = (state: string) =>
      unusable("ledger/history-changed", file.path, `${place} ${state}`);
    if (!whole) throw wrong("is cut");
    const record = readRecord(bytes, file.path, wrong);
    if (record.record !== walk.records + 1) {
      throw wrong(`has the number ${record.record}`);
    }
    if (walk.head !== undefined && record.previous !== walk.head) {
      throw wrong("does not follow from the line before it");
    }
    walk.records++;
    walk.bytes += bytes.length + 1;
    walk.head = await sha256(bytes);
    visit(record);
  }
}

/**
 * Refuses a walk that did not come to the line that authority.json knows.
 *
 * @param path The history, for the message.
 * @param pin What authority.json knows.
 * @param walk A walk to its end.
 * @throws {LnkError} `ledger/history-changed`.
 */
export function requireHead(path: string, pin: HistoryPin, walk: Walk): void {
  if (walk.records === pin.records && walk.head === pin.head) return;
  throw unusable(
    "ledger/history-changed",
    path,
    `its line ${walk.records} is not the last one that authority.json knows`,
  );
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
