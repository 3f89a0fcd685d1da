// Copyright 2026 the lnk authors. MIT license.

/**
 * The files in which a harness keeps its own memory. They are read and never
 * written.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { join } from "@std/path/posix";
import { type Disk, type Entry, openPlain, readWhole } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { missing } from "../disk/refusal.ts";
import { LnkError } from "../errors.ts";
import { isName } from "../names.ts";
import { decodeUtf8, quote } from "../text.ts";

/** The most bytes of a native file: a portable document has no more. */
const NATIVE_LIMIT = 256 * 1024;

/** A native file that can be exported. */
export interface NativeFile {
  /** Its name in the folder. */
  readonly file: string;
  /** The document that it is exported to. */
  readonly id: string;
  /** Its text. */
  readonly text: string;
  /** The SHA-256 of its bytes, in lowercase hex. */
  readonly digest: string;
}

/** A name in the folder that is not exported. */
export interface SkippedFile {
  /** The name. */
  readonly file: string;
  /** Why, in words. */
  readonly why: string;
}

/** What is in a folder of native memory. */
export interface NativeFolder {
  /** The files that can be exported, by name. */
  readonly files: readonly NativeFile[];
  /** All else, by name. */
  readonly skipped: readonly SkippedFile[];
}

/**
 * Requires a name that can stand before the ids of an adapter's documents.
 *
 * @param adapter The adapter.
 * @returns The name.
 * @throws {LnkError} `memory/adapter` if it cannot: a dot would make two
 *   adapters' ids the same.
 */
export function requireAdapter(adapter: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(adapter)) return adapter;
  throw new LnkError(
    "usage",
    "memory/adapter",
    `${quote(adapter)} cannot name an adapter that exports: it is not 1 to ` +
      "64 of a-z 0-9 _ -, starting with a letter or digit",
  );
}

/**
 * The document that a native file is exported to: `ADAPTER.NAME`, where NAME is
 * the file's name without `.md` or `.txt`, in lowercase ASCII letters.
 *
 * @param adapter A checked adapter's name.
 * @param file The file's name.
 * @returns The document's id; `undefined` if the name makes none.
 */
export function nativeId(adapter: string, file: string): string | undefined {
  const stem = /^([A-Za-z0-9][A-Za-z0-9._-]*)\.(md|txt)$/.exec(file)?.[1];
  const id = `${adapter}.${stem?.toLowerCase()}`;
  return stem !== undefined && isName("document", id) ? id : undefined;
}

/**
 * Reads a folder of native memory.
 *
 * @param disk Where.
 * @param folder The folder; what is below its folders is not looked at.
 * @param adapter A checked adapter's name.
 * @returns Each `*.md` and `*.txt` file, and what is skipped and why.
 * @throws {LnkError} `disk/missing` where no folder is, so that a wrong path
 *   never looks like memory that is gone; `disk/link`, `disk/wrong-kind`,
 *   `disk/denied`, `disk/failed` of the folder itself.
 */
export async function readNative(
  disk: Disk,
  folder: string,
  adapter: string,
): Promise<NativeFolder> {
  if (!lookAtFolder(disk, folder)) throw missing(folder, "folder");
  const names = attempt("list", folder, () => disk.list(folder));
  const taken = new Map<string, number>();
  for (const name of names) {
    const id = nativeId(adapter, name);
    if (id !== undefined && isFile(disk, join(folder, name))) {
      taken.set(id, (taken.get(id) ?? 0) + 1);
    }
  }
  const files: NativeFile[] = [];
  const skipped: SkippedFile[] = [];
  for (const file of names) {
    const id = nativeId(adapter, file);
    const path = join(folder, file);
    const twin = id !== undefined && (taken.get(id) ?? 0) > 1 &&
      isFile(disk, path);
    const read = twin
      ? `another file has the same document, ${id}`
      : await readOne(disk, path, id);
    if (typeof read === "string") skipped.push({ file, why: read });
    else files.push({ file, id: id!, ...read });
  }
  return { files, skipped };
}

/** Only a regular file is exported; another thing is in nobody's way. */
function isFile(disk: Disk, path: string): boolean {
  try {
    return disk.lstat(path)?.kind === "file";
  } catch {
    return false;
  }
}

/** What cannot be read is skipped, and the others go on. */
async function readOne(
  ...given: Parameters<typeof readFile>
): ReturnType<typeof readFile> {
  try {
    return await readFile(...given);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return error.message;
  }
}

async function readFile(
  disk: Disk,
  path: string,
  id: string | undefined,
): Promise<Pick<NativeFile, "text" | "digest"> | string> {
  const entry = attempt("look at", path, () => disk.lstat(path));
  // A name that is not UTF-8 is listed with other characters in its place.
  if (!entry && path.includes("\ufffd")) return "its name is not UTF-8";
  if (entry?.kind !== "file") return kindWords(entry);
  if (id === undefined) {
    return /\.(md|txt)$/.test(path)
      ? "its name makes no document's id"
      : "it is neither .md nor .txt";
  }
  using open = openPlain(disk, path, "read");
  if (!open) return kindWords(undefined);
  const bytes = readWhole(open, NATIVE_LIMIT);
  if (bytes.length > NATIVE_LIMIT) return `more than ${NATIVE_LIMIT} bytes`;
  const text = decodeUtf8(bytes);
  if (text === undefined) return "it is not UTF-8";
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return { text, digest: encodeHex(digest) };
}

function kindWords(entry: Entry | undefined): string {
  switch (entry?.kind) {
    case "link":
      return "it is a link";
    case "folder":
      return "it is a folder";
    case undefined:
      return "it vanished while it was read";
    default:
      return "it is no regular file";
  }
}
