// Copyright 2026 the lnk authors. MIT license.

/**
 * A log on disk, opened under its lock together with an index that is right.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Host,
  type OpenFile,
  openWithin,
  removeStaleBeside,
  withLock,
  writeWithin,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { OpenMode } from "../disk.ts";
import { LnkError } from "../errors.ts";
import type { Area } from "./area.ts";
import { dropIndex, type Known, type LogIndex, openIndex } from "./index.ts";
import { memoryIndex } from "./memory_index.ts";
import { logOf } from "./paths.ts";
import { type Progress, scanLog } from "./scan.ts";

/** Says that the index pointed to what is not there; it is made anew then. */
export class WrongIndex extends Error {}

/** A log and all that is known of it. */
export interface KnownLog {
  /** The open file. */
  readonly file: OpenFile;
  /** Its path, for messages. */
  readonly path: string;
  /** Where its records and sources stand. */
  readonly index: LogIndex;
  /** How far it is known. */
  readonly known: Known;
}

/** Where a log is or will be. */
export interface LogPlace {
  /** The machine. */
  readonly host: Host;
  /** The agent's folder, absolute. */
  readonly root: string;
  /** The log's way down from it. */
  readonly relative: string;
  /** Lets go of the index, which is opened again the next time. */
  forget(): void;
  /** Makes a file among the logs, alone among all who do. */
  create(relative: string, bytes: Uint8Array, absent: boolean): Promise<void>;
}

/** What is done with a log; `undefined` where there is none. */
export type LogAction<T> = (
  place: LogPlace,
  log: KnownLog | undefined,
) => Promise<T>;

/** What the logs of one store share. */
export interface LogOptions {
  /** The machine. */
  readonly host: Host;
  /** The agent's folder, absolute. */
  readonly root: string;
  /** The store's own corner. */
  readonly area: Area;
  /** Whether indexes are files or gone with the process. */
  readonly index: "file" | "memory";
  /** The most milliseconds to wait for a lock. */
  readonly wait: number | undefined;
  /** Told while a whole log is read. */
  readonly progress: Progress | undefined;
}

/** Opens logs, and keeps their indexes open. */
export interface OpenLogs extends Disposable {
  /** Does something with a log while nobody else does. */
  with<T>(name: string, mode: OpenMode, action: LogAction<T>): Promise<T>;
}

/** The try that does without a file: what is kept in memory is used, and given up by the next try. */
const WITHOUT = 2;

/** Indexes that are kept open; each holds a few files and some memory. */
const KEPT = 16;

/**
 * Opens the logs of a store.
 *
 * @param options What they share.
 * @returns What opens them.
 */
export function openLogs(options: LogOptions): OpenLogs {
  const kept = new Map<string, LogIndex>();
  const used = new Map<string, number>();
  const forget = (name: string) => {
    kept.get(name)?.[Symbol.dispose]();
    kept.delete(name);
  };
  const keep = (name: string, index: LogIndex) => {
    // The last one used stands last.
    kept.delete(name);
    kept.set(name, index);
    const idle = [...kept.keys()].filter((other) => !used.has(other));
    if (kept.size > KEPT && idle.length > 0) forget(idle[0]!);
    return index;
  };
  /** The first try takes what stands, the second makes it anew, the third does without a file. */
  const indexOf = async (
    name: string,
    folder: string | undefined,
    tried: number,
  ) => {
    const first = folder === undefined ? WITHOUT : 0;
    if (tried > first || kept.get(name)?.stands() === false) forget(name);
    const open = kept.get(name);
    if (open) return keep(name, open);
    if (folder === undefined || tried > 1 || options.index === "memory") {
      return keep(name, memoryIndex());
    }
    if (tried > 0) dropIndex(options.host.disk, folder);
    return keep(name, await openIndex(options.host, folder));
  };
  /** An index that is in use is not let go of for another's sake. */
  const inUse = async <T>(name: string, act: () => Promise<T>) => {
    used.set(name, (used.get(name) ?? 0) + 1);
    try {
      return await act();
    } finally {
      const left = used.get(name)! - 1;
      if (left > 0) used.set(name, left);
      else used.delete(name);
    }
  };
  return {
    async with(name, mode, action) {
      const { host, root, wait } = options;
      const relative = logOf(name);
      const place = {
        ...{ host, root, relative, forget: () => forget(name) },
        create: creator(options),
      };
      if (mode === "read" && !stands(place)) return action(place, undefined);
      const folder = folderFor(options, name, mode);
      const act = async () => {
        const last = folder === undefined ? WITHOUT + 1 : WITHOUT;
        for (let tried = folder === undefined ? WITHOUT : 0;; tried++) {
          using file = openWithin(host.disk, root, relative, mode);
          if (!file) return await action(place, undefined);
          try {
            const index = await indexOf(name, folder, tried);
            const log = { file, path: join(root, relative), index };
            const known = await confirmed(log, options);
            return await action(place, { ...log, known });
          } catch (error) {
            // All else that is thrown is an index that does not work.
            if (error instanceof LnkError || tried === last) throw error;
          }
        }
      };
      if (folder === undefined) return await inUse(name, act);
      const lock = wait === undefined ? {} : { wait };
      return await withLock(host, folder, lock, () => inUse(name, act));
    },
    [Symbol.dispose]: () => {
      for (const name of [...kept.keys()]) forget(name);
    },
  };
}

/** Each log has a lock of its own; what a dead writer left among them is nobody's only under one for all. */
function creator({ host, root, area, wait }: LogOptions): LogPlace["create"] {
  const lock = wait === undefined ? {} : { wait };
  return (relative, bytes, expectAbsent) =>
    withLock(host, area("logs"), lock, () => {
      removeStaleBeside(host.disk, root, relative);
      writeWithin(host, { root, relative }, bytes, { expectAbsent });
    });
}

/** The folder of a log's lock and index; `undefined` where none can be made and none is needed. */
function folderFor(
  { area }: LogOptions,
  name: string,
  mode: OpenMode,
): string | undefined {
  try {
    return area("logs", name);
  } catch (error) {
    const unwritable = error instanceof LnkError &&
      ["disk/read-only", "disk/denied"].includes(error.code);
    if (mode === "read" && unwritable) return undefined;
    throw error;
  }
}

function stands(
  { host, root, relative }: Omit<LogPlace, "create" | "forget">,
): boolean {
  using file = openWithin(host.disk, root, relative, "read");
  return file !== undefined;
}

/** What the index says, where the log is the very file that it was made from; else all is read again. */
async function confirmed(
  log: Omit<KnownLog, "known">,
  { host, progress }: LogOptions,
): Promise<Known> {
  const known = log.index.known();
  const entry = attempt("look at", log.path, () => log.file.entry());
  if (
    known?.id === entry.id && known.size === entry.size &&
    known.modified === Math.trunc(entry.modified) &&
    known.changed === Math.trunc(entry.changed)
  ) return known;
  return await scanLog(host, log, log.index, progress);
}
