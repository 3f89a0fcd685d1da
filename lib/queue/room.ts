// Copyright 2026 the lnk authors. MIT license.

/**
 * What counts against the queue's limits: the same for who admits and for who
 * only looks.
 *
 * @module
 */

import { join } from "@std/path/posix";
import type { Disk } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { isLost, type QueueName } from "./name.ts";

/**
 * The room that an entry takes.
 *
 * @param disk Where.
 * @param folder The queue's folder.
 * @param name The name.
 * @returns The bytes of a file, 0 for what is none; `undefined` for what is
 *   no entry: nothing, an unfinished file, or an empty one that keeps a number.
 */
export function roomOf(
  disk: Disk,
  folder: string,
  name: QueueName,
): number | undefined {
  const path = join(folder, name.name);
  const entry = attempt("look at", path, () => disk.lstat(path));
  if (!entry) return isLost(name) ? 0 : undefined;
  const file = entry.kind === "file";
  if (name.kind === "temp" && file) return undefined;
  if (name.kind === "done" && file && entry.size === 0) return undefined;
  return file ? entry.size : 0;
}
