// Copyright 2026 the lnk authors. MIT license.

/**
 * One entry of the queue: a whole batch, or what is wrong with it.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Disk,
  type Entry,
  lookAtPrivate,
  type OpenFile,
  openPrivate,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { Binding } from "../store/interface.ts";
import { type Content, readBatch } from "./batch.ts";
import type { Flaw, Header } from "./header.ts";
import { LARGEST_BATCH } from "./limits.ts";
import { isLost, NOT_UTF8, type QueueName, whyNoBatch } from "./name.ts";

/** A batch that waits. */
export interface Batch extends Header {
  /** The bytes of its file. */
  readonly size: number;
  /** When it was admitted, in milliseconds since 1970, as the clock was then. */
  readonly admitted: number;
}

/** An entry that refuses draining past it. It is kept byte for byte. */
export interface BadEntry extends Flaw {
  /** Its name in the queue's folder. */
  readonly name: string;
  /** Its number; 0 for a name that is no batch's. */
  readonly batch: number;
  /** The bytes of its file; 0 for what is no file. */
  readonly size: number;
}

/** A batch and its records. */
export interface WholeBatch {
  /** What is known of it. */
  readonly batch: Batch;
  /** Its record lines: a view that the next read overwrites. */
  readonly records: Uint8Array<ArrayBuffer>;
}

/** Reads entries one after another, into one buffer. */
export type EntryReader = (
  name: QueueName,
) => Promise<WholeBatch | BadEntry | undefined>;

/**
 * Reads entries of a queue.
 *
 * @param disk Where.
 * @param folder The queue's folder.
 * @param binding Whose batches they must be, where that is asked.
 * @returns Reads one entry: `undefined` for what is none, and where it has
 *   gone meanwhile.
 */
export function entryReader(
  disk: Disk,
  folder: string,
  binding: Binding | undefined,
): EntryReader {
  const read = blockReader();
  const readOne = async (name: QueueName) => {
    const entry = lookAt(disk, folder, name);
    if (!entry || "reason" in entry) return entry;
    if (name.kind === "done" && entry.size === 0) return undefined;
    const bad = (flaw: Flaw): BadEntry => badEntry(name, flaw, entry.size);
    if (entry.size > LARGEST_BATCH) {
      const state = `it has ${entry.size} bytes, more than a batch can`;
      return bad({ reason: "corrupt", state });
    }
    using file = openPrivate(disk, join(folder, name.name), "read");
    if (!file) return undefined;
    const found = await readBatch(read(file, entry), name.number, binding);
    return "reason" in found ? bad(found) : whole(found, entry);
  };
  // A disk that does not give one entry must not hide the others.
  return (name) => readOne(name).catch((error) => unreadable(name, error));
}

function unreadable(name: QueueName, error: unknown): BadEntry {
  if (!(error instanceof LnkError)) throw error;
  const state = error.message.replace(/^.*": /s, "");
  return badEntry(name, { reason: "unreadable", state }, 0);
}

/**
 * What stands at a name, without reading it.
 *
 * @param disk Where.
 * @param folder The queue's folder.
 * @param name The name.
 * @returns A private file, what is wrong with it, or `undefined` where it is
 *   an unfinished file or has gone meanwhile.
 */
export function lookAt(
  disk: Disk,
  folder: string,
  name: QueueName,
): Entry | BadEntry | undefined {
  try {
    return lookAtName(disk, folder, name);
  } catch (error) {
    return unreadable(name, error);
  }
}

function lookAtName(
  disk: Disk,
  folder: string,
  name: QueueName,
): Entry | BadEntry | undefined {
  const path = join(folder, name.name);
  const entry = attempt("look at", path, () => disk.lstat(path));
  const bad = (reason: Flaw["reason"], state: string) => {
    const size = entry?.kind === "file" ? entry.size : 0;
    return badEntry(name, { reason, state }, size);
  };
  if (!entry) {
    return isLost(name) ? bad("misplaced", NOT_UTF8) : undefined;
  }
  // A regular file of such a name is a writer's, and goes away by itself.
  if (name.kind === "temp" && entry.kind === "file") return undefined;
  if (name.kind === "other") {
    return bad("misplaced", whyNoBatch(name.name));
  }
  try {
    return lookAtPrivate(disk, path);
  } catch (error) {
    const { code, message } = error as LnkError;
    const reason = NOT_PRIVATE[code];
    if (reason === undefined) throw error;
    return bad(reason, message.replace(/^.*": /s, ""));
  }
}

/** What the refusals of a private file say about an entry. */
const NOT_PRIVATE: Readonly<Record<string, Flaw["reason"]>> = {
  "disk/link": "misplaced",
  "disk/wrong-kind": "misplaced",
  "disk/many-names": "foreign",
  "disk/not-private": "foreign",
};

/**
 * A bad entry.
 *
 * @param name Its name.
 * @param flaw What is wrong.
 * @param size Its bytes.
 * @returns The entry.
 */
export function badEntry(
  { name, number }: QueueName,
  flaw: Flaw,
  size: number,
): BadEntry {
  return { name, batch: number, ...flaw, size };
}

function whole({ header, records }: Content, entry: Entry): WholeBatch {
  const batch = { ...header, size: entry.size, admitted: entry.modified };
  return { batch, records };
}

/** Larger reads touch more new memory and are no quicker. */
const BLOCK = 256 * 1024;

/** Reads files into one buffer: memory that was touched before costs a fraction. */
function blockReader() {
  let buffer = new Uint8Array(BLOCK);
  return (file: OpenFile, { size }: Entry): Uint8Array<ArrayBuffer> => {
    if (buffer.length < size) {
      buffer = new Uint8Array(Math.min(2 * size, LARGEST_BATCH));
    }
    let length = 0;
    attempt("read", file.path, () => {
      while (length < size) {
        const end = Math.min(length + BLOCK, size);
        const got = file.readAt(length, buffer.subarray(length, end));
        if (got === 0) break;
        length += got;
      }
    });
    return buffer.subarray(0, length);
  };
}
