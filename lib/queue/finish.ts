// Copyright 2026 the lnk authors. MIT license.

/**
 * Taking a batch away once storage has all of it.
 *
 * The batch's file becomes, by one rename, the empty file that keeps its
 * number: no crash can leave neither, and a full disk cannot stand against
 * it. The file that kept the number before goes only after that is certain.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Disk,
  durableMove,
  durableRemove,
  openPrivate,
  settle,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { batchName, doneName, type QueueName } from "./name.ts";
import type { Queue } from "./place.ts";

/**
 * Takes a confirmed batch away for good. Hold both locks.
 *
 * @param queue The queue.
 * @param number The batch.
 * @param kept The numbers that are kept by files of their own.
 * @returns The numbers that are kept so now: one.
 * @throws {LnkError} As `durableMove` does: the batch is still there, and is
 *   found to be stored the next time. `disk/unknown-outcome`: it may be.
 */
export function finish(
  { host: { disk }, folder }: Queue,
  number: number,
  kept: readonly number[],
): readonly number[] {
  const batch = join(folder, batchName(number));
  const done = join(folder, doneName(number));
  if (kept.includes(number)) {
    // Setting the batch aside was cut off.
    settle(disk, done);
    durableRemove(disk, batch);
  } else durableMove(disk, batch, done);
  forgetContent(disk, done);
  return keepLast(disk, folder, [...kept, number]);
}

/** What storage has need not lie here as well. Where this fails the next drain does it. */
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
 * Clears away what an interrupted drain left. Hold both locks.
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
  const kept = names.filter(({ kind }) => kind === "done")
    .map(({ number }) => number);
  for (const number of kept) {
    forgetContent(disk, join(folder, doneName(number)));
  }
  if (kept.length < 2) return kept;
  // The last one may show and not be on the medium yet.
  attempt("sync", folder, () => disk.syncFolder(folder));
  return keepLast(disk, folder, kept);
}
