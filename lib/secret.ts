// Copyright 2026 the lnk authors. MIT license.

/**
 * Keys: how one is read, and from where it is refused.
 *
 * A key is bytes. Nothing here or above puts it into a message, an argument,
 * the environment or a log.
 *
 * @module
 */

import type { Disk, Entry } from "./disk.ts";
import { LnkError } from "./errors.ts";
import { readInput } from "./input.ts";
import { quote } from "./text.ts";

/** The most bytes that a key may have, its newline included: 4 KiB. */
export const KEY_LIMIT = 4096;

/**
 * Takes a key out of what a file or a stream held.
 *
 * One trailing newline (0x0A) is not part of the key, since editors and `echo`
 * add it; every other byte is.
 *
 * @example Usage
 * ```ts
 * import { keyFromBytes } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const key = keyFromBytes(new TextEncoder().encode("k1\n"));
 * assertEquals(key, new TextEncoder().encode("k1"));
 * ```
 *
 * @param bytes The whole content.
 * @returns The key, at least one byte.
 * @throws {LnkError} `key/empty` if nothing remains.
 */
export function keyFromBytes(
  bytes: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const key = bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
  if (key.length === 0) throw emptyKey();
  return key;
}

/**
 * The refusal of a key without a byte: everybody holds it.
 *
 * @returns An error of code `key/empty`.
 */
export function emptyKey(): LnkError {
  return new LnkError(
    "refused",
    "key/empty",
    "Cannot use the key: it is empty",
  );
}

/**
 * Reads a key from a private file: a regular file of this user's own, that no
 * group and nobody else may use, and not a link.
 *
 * The file is looked at before and after it was read; one that was exchanged
 * meanwhile is refused.
 *
 * @param disk Where to read.
 * @param path The file as the user gave it.
 * @returns The key.
 * @throws {LnkError} `key/link`, `key/not-private`, `key/changed`, `key/empty`,
 *   and those of {@linkcode readInput}.
 */
export function readKeyFile(
  disk: Disk,
  path: string,
): Uint8Array<ArrayBuffer> {
  const before = privateEntry(disk, path);
  const bytes = readInput(disk, path, KEY_LIMIT);
  const after = privateEntry(disk, path);
  // Without this, a link that stood there for a moment would be followed.
  if (before?.id !== after?.id) {
    throw refused("key/changed", path, "it was exchanged while it was read");
  }
  return keyFromBytes(bytes);
}

/** What stands at the path, unless that is no place for a key. */
function privateEntry(disk: Disk, path: string): Entry | undefined {
  const entry = looked(disk, path);
  if (entry?.kind === "link") {
    throw refused("key/link", path, "it is a link");
  }
  if (entry?.kind !== "file") return entry;
  if (entry.uid !== disk.uid) {
    throw refused("key/not-private", path, "it belongs to another user");
  }
  if ((entry.mode & 0o077) !== 0) {
    const mode = (entry.mode & 0o777).toString(8).padStart(4, "0");
    throw refused(
      "key/not-private",
      path,
      `others may use it, its mode is ${mode}`,
    );
  }
  return entry;
}

/** A look that fails is left to the read, which fails for the same reason and says it. */
function looked(disk: Disk, path: string): Entry | undefined {
  try {
    return disk.lstat(path);
  } catch {
    return undefined;
  }
}

function refused(code: string, path: string, state: string): LnkError {
  const message = `Cannot take a key from ${quote(path)}: ${state}`;
  return new LnkError("refused", code, message);
}
