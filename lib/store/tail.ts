// Copyright 2026 the lnk authors. MIT license.

/**
 * What an interrupted append left at the end of a log.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { writeWithin } from "../disk.ts";
import { attempt, unknownOutcome } from "../disk/fault.ts";
import { linesFrom } from "./log_lines.ts";
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
 * @throws {LnkError} As `writeWithin` does; `disk/unknown-outcome`.
 */
export async function cutTail(
  { host, root, relative }: LogPlace,
  { file, path, known: { end } }: KnownLog,
): Promise<void> {
  const [tail] = linesFrom(file, end);
  const bytes = tail!.bytes.slice();
  const digest = encodeHex(await crypto.subtle.digest("SHA-256", bytes));
  const copy = `${relative}.torn-${end}-${digest.slice(0, 16)}`;
  writeWithin(host, { root, relative: copy }, bytes);
  attempt("cut", path, () => file.truncate(end));
  try {
    // Before the next line: else parts of both could be kept as one.
    file.sync();
  } catch (error) {
    throw unknownOutcome("cut", path, error);
  }
}
