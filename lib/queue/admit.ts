// Copyright 2026 the lnk authors. MIT license.

/**
 * Taking a batch into the queue: once this returns it outlives a power cut.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { durableWrite, removeStaleTemps } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { conversationOf, requireName } from "../names.ts";
import { quote } from "../text.ts";
import { batchSize, encodeBatch } from "./batch.ts";
import type { Origin } from "./header.ts";
import { LARGEST_BATCH, MOST_BATCHES, MOST_BYTES } from "./limits.ts";
import { batchName, lastNumber, type QueueName } from "./name.ts";
import { alone, makeQueue, namesIn, type Queue } from "./place.ts";
import { checkRecords, type Records } from "./records.ts";
import { roomOf } from "./room.ts";

/** Records that an adapter captured. */
export interface Capture extends Origin {
  /** One JSON object a line, each with its `source`. */
  readonly records: Uint8Array<ArrayBuffer>;
}

/** A batch that is in the queue. */
export interface Admitted {
  /** Its number. */
  readonly batch: number;
  /** How many records it has. */
  readonly records: number;
  /** The bytes of its file. */
  readonly bytes: number;
}

/**
 * Admits a batch: written, synced, named, and its name synced. Storage is not
 * contacted. What fails leaves no batch and uses up no number.
 *
 * @param queue The queue.
 * @param capture The records, and where they come from.
 * @returns The batch.
 * @throws {LnkError} `queue/record`, `queue/no-records`, `name/malformed`,
 *   `name/thread`, `queue/batch-too-large`, `queue/full`,
 *   `queue/no-number-left`, and as the disk does; after
 *   `disk/unknown-outcome` the batch may be there: admit the same records
 *   again, their sources keep them from being stored twice.
 */
export async function admitBatch(
  queue: Queue,
  capture: Capture,
): Promise<Admitted> {
  const origin = originOf(capture);
  // The caller's buffer may be filled anew while this waits.
  const records = await checkRecords(capture.records.slice(), origin);
  const sizeAs = batchSize(origin, records);
  const early = encodeEarly(queue, origin, records);
  makeQueue(queue);
  return await alone(queue, async () => {
    const used = usage(queue);
    const batch = used.last + 1;
    const bytes = sizeAs(batch);
    refuseTooMuch(queue, used, batch, bytes);
    const file = await (early?.batch === batch
      ? early.file
      : encodeBatch(batch, origin, records));
    const name = batchName(batch);
    const path = join(queue.folder, name);
    durableWrite(queue.host, path, file, { expectAbsent: true });
    queue.known.sizes.set(name, bytes);
    queue.known.last = batch;
    return { batch, records: records.count, bytes };
  });
}

function originOf({ agent, owner, thread, adapter, session }: Origin): Origin {
  requireName("agent", agent);
  requireName("owner", owner);
  conversationOf(thread);
  return { agent, owner, thread, adapter, session };
}

/** The most bytes that are encoded before their number is sure. */
const EARLY = 64 * 1024;

/**
 * Begins with the number that is next if nobody else admits meanwhile: the
 * digest is made by another thread while this one waits for the lock and looks
 * at what stands.
 */
function encodeEarly(
  { known: { last } }: Queue,
  origin: Origin,
  records: Records,
) {
  if (last === 0 || records.lines.length > EARLY) return undefined;
  const batch = last + 1;
  return { batch, file: encodeBatch(batch, origin, records) };
}

/** What takes up room, and the last number. */
interface Usage {
  readonly entries: number;
  readonly bytes: number;
  readonly last: number;
}

/** Looks at what stands, and clears away what dead writers left. Hold the lock. */
function usage(queue: Queue): Usage {
  const { host: { disk }, folder } = queue;
  const names = namesIn(disk, folder);
  if (names.some(({ kind }) => kind === "temp")) removeStaleTemps(disk, folder);
  const sizes = names.flatMap((name) => {
    const size = sizeOf(queue, name);
    return size === undefined ? [] : [[name.name, size] as const];
  });
  queue.known.sizes = new Map(sizes);
  return {
    entries: sizes.length,
    bytes: sizes.reduce((sum, [, size]) => sum + size, 0),
    last: lastNumber(names),
  };
}

function sizeOf(
  { host: { disk }, folder, known: { sizes } }: Queue,
  name: QueueName,
): number | undefined {
  const known = name.kind === "batch" ? sizes.get(name.name) : undefined;
  return known ?? roomOf(disk, folder, name);
}

function refuseTooMuch(
  { folder }: Queue,
  used: Usage,
  batch: number,
  bytes: number,
): void {
  if (bytes > LARGEST_BATCH) throw batchTooLarge(bytes);
  if (!Number.isSafeInteger(batch)) throw noNumberLeft(folder);
  if (used.entries >= MOST_BATCHES) {
    throw queueFull(folder, "batches", {
      state: `it holds ${used.entries} of at most ${MOST_BATCHES} batches`,
      used: used.entries,
    });
  }
  if (used.bytes + bytes <= MOST_BYTES) return;
  throw queueFull(folder, "bytes", {
    state: `it holds ${used.bytes} of at most ${MOST_BYTES} bytes, and the ` +
      `batch has ${bytes}`,
    used: used.bytes,
  });
}

/**
 * The refusal of a batch that no queue takes.
 *
 * @param bytes How many bytes it has, where that is known.
 * @returns An error of code `queue/batch-too-large`.
 */
export function batchTooLarge(bytes: number | undefined): LnkError {
  const has = bytes === undefined ? `more than ${LARGEST_BATCH}` : bytes;
  return new LnkError(
    "refused",
    "queue/batch-too-large",
    `Cannot admit the batch: it has ${has} bytes of at most ${LARGEST_BATCH}`,
    { details: { limit: "batch_bytes", used: bytes, most: LARGEST_BATCH } },
  );
}

function queueFull(
  folder: string,
  limit: "batches" | "bytes",
  { state, used }: { readonly state: string; readonly used: number },
): LnkError {
  const most = limit === "batches" ? MOST_BATCHES : MOST_BYTES;
  return new LnkError(
    "refused",
    "queue/full",
    `Cannot admit the batch: the queue in ${quote(folder)} is full: ${state}`,
    { details: { limit, used, most } },
  );
}

function noNumberLeft(folder: string): LnkError {
  return new LnkError(
    "refused",
    "queue/no-number-left",
    `Cannot admit the batch: a name in ${quote(folder)} has the last number`,
  );
}
