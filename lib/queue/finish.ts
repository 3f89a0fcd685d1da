// Copyright 2026 the lnk authors. MIT license.

/**
 * Taking batches away once storage has all of them.
 *
 * The last one's file becomes, by one rename, the empty file that keeps its
 * number: no crash can leave neither, and a full disk cannot stand against
 * it. The file that kept the number before goes only after that is certain.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type Disk, openPrivate } from "../disk.ts";
import { attempt, unknownOutcome } from "../disk/fault.ts";
import { batchName, doneName, type QueueName } from "./name.ts";
import type { Queue } from "./place.ts";

/**
 * Takes confirmed batches away for good, with one sync. Hold both locks; the
 * names were synced before.
 *
 * @param queue The queue.
 * @param numbers The batches, in their order.
 * @param kept The numbers that are kept by files of their own.
 * @returns The numbers that are kept so now: one.
 * @throws {LnkError} As the disk does: batches that are still there, or come
 *   back, are found to be stored the next time. `disk/unknown-outcome`.
 */
export function finish(
  { host: { disk }, folder }: Queue,
  numbers: readonly number[],
  kept: readonly number[],
): readonly number[] {
  const last = numbers.at(-1)!;
  const done = join(folder, doneName(last));
  for (const number of numbers) {
    const batch = join(folder, batchName(number));
    attempt("remove", batch, () => {
      // Setting it aside may have been cut off: its number is kept then.
      if (number === last && !kept.includes(last)) disk.rename(batch, done);
      else disk.remove(batch);
    });
  }
  try {
    disk.syncFolder(folder);
  } catch (error) {
    throw unknownOutcome("removal", folder, error);
  }
  forgetContent(disk, done);
  return keepLast(disk, folder, [...kept, last]);
}

/** What storage has need not lie here as well. Where this fails the next drain gives it again. */
function forgetContent(disk: Disk, path: string): void {
  try {
    using file = openPrivate(disk, path, "write");
    if (file && file.entry().size > 0) file.truncate(0);
  } catch {
    // The batch is gone for good: that is what was asked.
  }
}

/** Only the highest number needs to be kept; all of them are on the medium. */
function keepLast(
  disk: Disk,
  folder: string,
  kept: readonly number[],
): readonly number[] {
  const last = Math.max(...kept);
  try {
    for (const number of new Set(kept)) {
      if (number < last) disk.remove(join(folder, doneName(number)));
    }
  } catch {
    // One more empty file, which the next drain takes away.
  }
  return [last];
}

/**
 * Makes all names of a queue certain, and clears away what an interrupted
 * drain left. Hold both locks.
 *
 * @param queue The queue.
 * @param names The names in its folder.
 * @returns The numbers that are kept by files of their own: one at most.
 * @throws {LnkError} As the disk does.
 */
export function clearMarks(
  { host: { disk }, folder }: Queue,
  names: readonly QueueName[],
): readonly number[] {
  // A name that only shows would not keep the numbers below it.
  attempt("sync", folder, () => disk.syncFolder(folder));
  const kept = names.filter(({ kind }) => kind === "done")
    .map(({ number }) => number);
  return kept.length < 2 ? kept : keepLast(disk, folder, kept);
}
