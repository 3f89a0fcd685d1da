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
import { batchName, doneName, lastNumber, type QueueName } from "./name.ts";
import { namesIn, type Queue } from "./place.ts";

/**
 * Takes a confirmed batch away for good. Hold both locks.
 *
 * @param queue The queue.
 * @param number The batch.
 * @throws {LnkError} As `durableMove` does: the batch is still there, and is
 *   found to be stored the next time. `disk/unknown-outcome`: it may be.
 */
export function finish({ host: { disk }, folder }: Queue, number: number) {
  const batch = join(folder, batchName(number));
  const done = join(folder, doneName(number));
  if (attempt("look at", done, () => disk.lstat(done))) {
    // Its number is kept already: setting the batch aside was cut off.
    settle(disk, done);
    durableRemove(disk, batch);
  } else durableMove(disk, batch, done);
  forgetContent(disk, done);
  removeOlder(disk, folder);
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

/** Only the highest number needs to be kept. */
function removeOlder(disk: Disk, folder: string): void {
  try {
    for (const { name } of olderMarks(namesIn(disk, folder))) {
      disk.remove(join(folder, name));
    }
  } catch {
    // One more empty file, which the next drain takes away.
  }
}

function olderMarks(names: readonly QueueName[]): readonly QueueName[] {
  const marks = names.filter(({ kind }) => kind === "done");
  const last = lastNumber(marks);
  return marks.filter(({ number }) => number < last);
}

/**
 * Clears away what an interrupted drain left. Hold both locks.
 *
 * @param queue The queue.
 */
export function clearMarks({ host: { disk }, folder }: Queue): void {
  const marks = namesIn(disk, folder).filter(({ kind }) => kind === "done");
  for (const { name } of marks) forgetContent(disk, join(folder, name));
  // The last mark may show and not be on the medium yet; older ones are what it rests on.
  if (marks.length < 2) return;
  attempt("sync", folder, () => disk.syncFolder(folder));
  removeOlder(disk, folder);
}
