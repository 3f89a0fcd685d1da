// Copyright 2026 the lnk authors. MIT license.

/**
 * Keys: how one is read, and from where it is refused.
 *
 * A key is bytes. Nothing here or above puts it into a message, an argument,
 * the environment or a log.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { dirname } from "@std/path/posix";
import {
  type Disk,
  durableWrite,
  type Entry,
  type Host,
  type OpenFile,
  openPlain,
  readWhole,
  withLock,
} from "./disk.ts";
import { lookAtFile } from "./disk/plain.ts";
import { LnkError, type LnkErrorOptions, retold } from "./errors.ts";
import { missing, tooLarge } from "./input.ts";
import { shellPath } from "./shell.ts";
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
 * Read-only for its owner is fine, other than for files that are written here.
 *
 * @param disk Where to read.
 * @param path The file as the user gave it.
 * @returns The key.
 * @throws {LnkError} `file/missing`, `file/too-large`, `key/not-private`,
 *   `key/empty`, `disk/link`, `disk/wrong-kind`, `disk/changed`,
 *   `disk/denied`, `disk/failed`.
 */
export function readKeyFile(
  disk: Disk,
  path: string,
): Uint8Array<ArrayBuffer> {
  using file = openKey(disk, path);
  if (!file) throw missing(disk, path);
  refuseShared(disk, path, file.entry());
  const bytes = readWhole(file, KEY_LIMIT);
  if (bytes.length > KEY_LIMIT) throw tooLarge(path, KEY_LIMIT);
  return keyFromBytes(bytes);
}

/** How many random bytes a key is made of: as many as its proofs have. */
const KEY_BYTES = 32;

/**
 * Makes a key in a private file of its own: 64 hex digits of 32 random bytes,
 * and a newline.
 *
 * A file that is there is never replaced: what proves with its key would stop
 * to be believed.
 *
 * @example Usage
 * ```ts
 * import { makeKeyFile, readKeyFile, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * await makeKeyFile(host, "agent.key");
 * assertEquals(readKeyFile(host.disk, "agent.key").length, 64);
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param host The disk, randomness, and how time passes.
 * @param path The file to make; mode 0600, whatever the umask.
 * @throws {LnkError} `disk/exists`, `disk/missing` for its folder,
 *   `disk/locked`, `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/failed`: no key was made. `disk/unknown-outcome`: it may be lost in a
 *   power cut.
 */
export async function makeKeyFile(
  host: Pick<Host, "disk" | "random" | "sleep">,
  path: string,
): Promise<void> {
  const content = `${encodeHex(host.random(KEY_BYTES))}\n`;
  const bytes = new TextEncoder().encode(content);
  // Under the folder's lock, two at once cannot both find the name free.
  await withLock(host, dirname(path), {}, () => {
    durableWrite(host, path, bytes, { expectAbsent: true });
  });
}

/**
 * Refuses a key file that others may use, without opening it.
 *
 * @param disk Where.
 * @param path The file.
 * @returns What stands there, or `undefined`.
 * @throws {LnkError} `key/not-private`, `disk/link`, `disk/wrong-kind`,
 *   `disk/denied`, `disk/failed`.
 */
export function lookAtKeyFile(disk: Disk, path: string): Entry | undefined {
  const entry = lookAtFile(disk, path);
  if (entry) refuseShared(disk, path, entry);
  return entry;
}

/** A pipe is most often a shell's, such as `<(...)`, under the name of a link in /dev/fd. */
function openKey(disk: Disk, path: string): OpenFile | undefined {
  try {
    return openPlain(disk, path, "read");
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    const pipe = error.code === "disk/wrong-kind" || /^\/dev\//.test(path);
    if (!pipe) throw error;
    const help = "give the key on standard input with --key-file -";
    throw retold(error, { help });
  }
}

function refuseShared(disk: Disk, path: string, entry: Entry): void {
  if (entry.uid !== disk.uid) {
    throw notPrivate(path, "it belongs to another user", {
      help: `make a key of your own; if it is yours: chown ${disk.uid} ${
        shellPath(path)
      }`,
    });
  }
  if ((entry.mode & 0o077) === 0) return;
  const mode = (entry.mode & 0o777).toString(8).padStart(4, "0");
  throw notPrivate(path, `others may use it, its mode is ${mode}`, {
    help: "if others could read it, make a new key; else: chmod 600 " +
      shellPath(path),
  });
}

function notPrivate(
  path: string,
  state: string,
  options: LnkErrorOptions = {},
): LnkError {
  return new LnkError(
    "refused",
    "key/not-private",
    `Cannot take a key from ${quote(path)}: ${state}`,
    options,
  );
}
