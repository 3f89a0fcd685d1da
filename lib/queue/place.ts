// Copyright 2026 the lnk authors. MIT license.

/**
 * Where a queue lies, and the two locks of it.
 *
 * The lock of the queue's own folder is held for moments: to add a batch, to
 * take one away. The lock of the folder above is held by who delivers to
 * storage, as long as storage takes: nobody waits for it who only captures.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Disk,
  type Host,
  lookAtPrivateFolder,
  makePrivateFolder,
  withLock,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { missing } from "../disk/refusal.ts";
import { type QueueName, readName } from "./name.ts";

/** A queue on disk. */
export interface Queue {
  /** The machine. */
  readonly host: Host;
  /** The home, without links. */
  readonly home: string;
  /** The folder of the batches. */
  readonly folder: string;
  /** Where entries are set aside. */
  readonly aside: string;
  /** The folders from the home down to the batches. */
  readonly way: readonly string[];
  /** The most milliseconds to wait for a lock. */
  readonly wait: number | undefined;
  /** What was seen before, so that it is not looked at for each batch. */
  readonly known: {
    /** Whether the folders stand for good. */
    made: boolean;
    /** Sizes by name: what has a batch's name does not change. */
    sizes: Map<string, number>;
    /** The highest number that was given; another process may have given more. 0 before the first. */
    last: number;
  };
}

/** How a queue is opened. */
export interface QueueOptions {
  /** The most milliseconds to wait for a lock. Default: 10 s. */
  readonly wait?: number;
}

/**
 * The capture queue of an adapter's home. Makes nothing yet.
 *
 * @param host The machine.
 * @param home The home: a folder, not a link.
 * @param options How long to wait.
 * @returns The queue in `.lnk/agent-context/captures` of it.
 * @throws {LnkError} `disk/missing`, `disk/link`, `disk/wrong-kind`,
 *   `disk/denied`, `disk/failed`: about the home.
 */
export function openQueue(
  host: Host,
  home: string,
  options: QueueOptions = {},
): Queue {
  const { disk } = host;
  if (!lookAtFolder(disk, home)) throw missing(home, "folder");
  const root = attempt("look at", home, () => disk.realPath(home));
  const lnk = join(root, ".lnk");
  const context = join(lnk, "agent-context");
  const folder = join(context, "captures");
  return {
    host,
    home: root,
    folder,
    aside: join(context, "captures.set-aside"),
    way: [lnk, context, folder],
    wait: options.wait,
    known: { made: false, sizes: new Map(), last: 0 },
  };
}

/**
 * Whether a queue was ever used; refuses one that is not private.
 *
 * @param queue The queue.
 * @returns Whether its folder stands.
 * @throws {LnkError} `disk/not-private`, `disk/link`, `disk/wrong-kind`,
 *   `disk/denied`, `disk/failed`.
 */
export function isMade({ host: { disk }, way }: Queue): boolean {
  return way.every((folder) => lookAtPrivateFolder(disk, folder));
}

/**
 * Makes sure that a queue's folders stand for good.
 *
 * @param queue The queue.
 * @throws {LnkError} As `makePrivateFolder` does.
 */
export function makeQueue({ host: { disk }, way, folder, known }: Queue): void {
  // That each stands for good is made sure once: it costs a listing each.
  if (known.made && lookAtPrivateFolder(disk, folder)) return;
  for (const one of way) makePrivateFolder(disk, one);
  known.made = true;
}

/**
 * The names in a queue's folder, in their order.
 *
 * @param disk Where.
 * @param folder The folder.
 * @returns All of them, unfinished files too.
 * @throws {LnkError} `disk/missing`, `disk/denied`, `disk/failed`.
 */
export function namesIn(disk: Disk, folder: string): QueueName[] {
  return attempt("list", folder, () => disk.list(folder)).map(readName);
}

/**
 * Does something while nobody else adds or takes away a batch.
 *
 * @param queue The queue.
 * @param action What to do.
 * @returns What it returns.
 */
export function alone<T>(
  { host, folder, wait }: Queue,
  action: () => T | Promise<T>,
): Promise<T> {
  return withLock(host, folder, wait === undefined ? {} : { wait }, action);
}

/**
 * Does something while nobody else delivers to storage or sets aside.
 *
 * @param queue The queue.
 * @param action What to do.
 * @returns What it returns.
 */
export function delivering<T>(
  { host, way, wait }: Queue,
  action: () => Promise<T>,
): Promise<T> {
  return withLock(host, way[1]!, wait === undefined ? {} : { wait }, action);
}
