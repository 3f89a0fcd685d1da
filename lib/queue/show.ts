// Copyright 2026 the lnk authors. MIT license.

/**
 * One batch with its records, for a person who wants to see it.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { LnkError } from "../errors.ts";
import type { Binding } from "../store/interface.ts";
import { quote } from "../text.ts";
import { linesOf } from "./lines.ts";
import { type Batch, entryReader } from "./entry.ts";
import { readName } from "./name.ts";
import { isMade, type Queue } from "./place.ts";
import { nameOf, noSuchEntry } from "./set_aside.ts";

/** A batch and the text of its records. */
export interface ShownBatch {
  /** What is known of it. */
  readonly batch: Batch;
  /** Its records, each as it was captured. */
  readonly records: readonly string[];
}

/**
 * Reads one batch.
 *
 * @param queue The queue.
 * @param entry A batch's number, or the name of any entry.
 * @param binding Whose it must be, where that is asked.
 * @returns The batch.
 * @throws {LnkError} `queue/no-such-entry`; `queue/unreadable-entry` (details:
 *   `name`, `reason`, `state`, `path`) for a bad one; and as the disk does.
 */
export async function showBatch(
  queue: Queue,
  entry: string,
  binding?: Binding,
): Promise<ShownBatch> {
  if (!isMade(queue)) throw noSuchEntry(entry);
  const name = readName(nameOf(queue, entry));
  const read = entryReader(queue.host.disk, queue.folder, binding);
  const found = await read(name);
  if (!found) throw noSuchEntry(entry);
  if ("reason" in found) {
    const { reason, state } = found;
    const path = join(queue.folder, name.name);
    const what = name.number === 0
      ? quote(name.name)
      : `batch ${name.number} (${quote(name.name)})`;
    throw new LnkError(
      "refused",
      "queue/unreadable-entry",
      `Cannot show ${what}: it is ${reason}: ${state}`,
      { details: { name: name.name, reason, state, path } },
    );
  }
  const records = Array.from(linesOf(found.records), (line) => line!);
  return { batch: found.batch, records };
}
