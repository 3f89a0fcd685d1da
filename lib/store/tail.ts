// Copyright 2026 the lnk authors. MIT license.

/**
 * What an interrupted append left at the end of a log.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import type { OpenFile } from "../disk.ts";
import { attempt, unknownOutcome } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { KnownLog, LogPlace } from "./place.ts";

/**
 * Keeps a copy of an interrupted append beside the log, then cuts it off.
 *
 * The copy's name tells where it stood and what it is, so that a second try
 * after a crash writes the same file again.
 *
 * @param place Where the log is. Hold its lock.
 * @param log The log, open for writing; the cut is made where its known lines
 *   end.
 * @throws {LnkError} As `writeWithin` does; `disk/locked`; `disk/unknown-outcome`.
 */
export async function cutTail(
  { relative, create }: LogPlace,
  { file, path, known: { end, size } }: KnownLog,
): Promise<void> {
  const bytes = readFrom(file, end, size);
  const digest = encodeHex(await crypto.subtle.digest("SHA-256", bytes));
  const copy = `${relative}.torn-${end}-${digest.slice(0, 16)}`;
  await kept(bytes.length, () => create(copy, bytes, false));
  attempt("cut", path, () => file.truncate(end));
  try {
    // Before the next line: else parts of both could be kept as one.
    file.sync();
  } catch (error) {
    throw unknownOutcome("cut", path, error);
  }
}

/** Where there is no room for the copy, the cut waits too: nothing is thrown away. */
async function kept(length: number, keep: () => Promise<void>): Promise<void> {
  try {
    await keep();
  } catch (error) {
    if (!(error instanceof LnkError) || error.code !== "disk/full") throw error;
    const help = `free ${length} bytes: the interrupted append is kept ` +
      "before it is cut off";
    throw new LnkError(error.kind, "disk/full", error.message, {
      ...{ help, cause: error },
    });
  }
}

function readFrom(
  file: OpenFile,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> {
  return attempt("read", file.path, () => {
    const bytes = new Uint8Array(end - start);
    for (let done = 0; done < bytes.length;) {
      const got = file.readAt(start + done, bytes.subarray(done));
      if (got === 0) throw new Error("it ends before its end");
      done += got;
    }
    return bytes;
  });
}
