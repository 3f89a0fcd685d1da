// Copyright 2026 the lnk authors. MIT license.

/**
 * One block of a tar archive, read as strictly as a gate must.
 *
 * Readers made for any archive map what they do not know to something near:
 * a sparse file to a file, broken UTF-8 to a replacement, a GNU long name to
 * the name of what follows. Here every such thing is refused, so that no two
 * readers can see two archives in the same bytes. Format: POSIX.1-2024, pax.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { decodeUtf8, quote } from "../text.ts";

/** A header block as it stands. */
export interface Header {
  /** `pax` speaks of the entry that follows. */
  readonly kind: "file" | "folder" | "pax";
  /** The path below the home; for a folder without its closing slash. */
  readonly name: string;
  /** Bytes that follow. */
  readonly size: number;
  /** Permission bits; set-user-id, set-group-id and sticky are dropped. */
  readonly mode: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
}

/** What a pax record may say of an entry. */
export interface Overrides {
  /** A path too long for the header. */
  readonly name?: string;
  /** A time finer than a second, or before 1970. */
  readonly modified?: number;
}

/** How many bytes a header is. */
export const BLOCK = 512;

/** The most files and folders of an archive: each costs memory and an inode. */
export const MOST_ENTRIES = 1_000_000;

/** The most bytes of a name that fit the header's own field. */
const SHORT_NAME = 100;

const KINDS: Readonly<Record<string, Header["kind"]>> = {
  "0": "file",
  "5": "folder",
  x: "pax",
};

const REFUSED_KINDS: Readonly<Record<string, string>> = {
  "\0": "an entry of a format older than ustar",
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a character device",
  "4": "a block device",
  "6": "a named pipe",
  g: "a global pax header",
  K: "a GNU long link",
  L: "a GNU long name",
  S: "a GNU sparse file",
};

/**
 * Reads a header block.
 *
 * @param block 512 bytes, not all of them zero.
 * @returns What it says.
 * @throws {LnkError} `state/damaged`, `state/entry-kind`,
 *   `state/entry-header`, `state/entry-name`.
 */
export function readHeader(block: Uint8Array): Header {
  refuseDamage(block);
  const name = fieldName(block);
  const type = String.fromCharCode(block[156]!);
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind === undefined) throw wrongKind(name, type);
  const size = octal(block, 124, 12, name);
  if (kind === "folder" && size > 0) {
    throw wrongHeader(name, "it is a folder with content of its own");
  }
  if (text(block, 157, 100, name) !== "") {
    throw wrongHeader(name, "it names the target of a link");
  }
  return {
    kind,
    name: kind === "folder" ? name.replace(/\/$/, "") : name,
    size,
    mode: octal(block, 100, 8, name) & 0o777,
    modified: octal(block, 136, 12, name) * 1000,
  };
}

function refuseDamage(block: Uint8Array): void {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) {
    sum += i >= 148 && i < 156 ? 32 : block[i]!;
  }
  const stored = latin(block.subarray(148, 156));
  if (parseInt(stored, 8) !== sum) throw damaged("a header has a wrong sum");
  if (latin(block.subarray(257, 265)) !== "ustar\0" + "00") {
    throw damaged("a header is not ustar");
  }
}

/** The name and, before it, the prefix field. */
function fieldName(block: Uint8Array): string {
  const name = text(block, 0, 100, "");
  const prefix = text(block, 345, 155, name);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A text field: UTF-8 up to its end or a zero byte, and nothing hidden behind that. */
function text(
  block: Uint8Array,
  start: number,
  length: number,
  entry: string,
): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  const used = end < 0 ? field : field.subarray(0, end);
  if (field.subarray(used.length).some((byte) => byte !== 0)) {
    throw wrongHeader(entry, "it has bytes behind the end of a field");
  }
  const decoded = decodeUtf8(used);
  if (decoded === undefined) throw wrongName(latin(used), "it is not UTF-8");
  return decoded;
}

/** An octal field. The binary form of GNU, which can be negative or huge, is refused. */
function octal(
  block: Uint8Array,
  start: number,
  length: number,
  entry: string,
): number {
  const field = latin(block.subarray(start, start + length));
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field)?.[1];
  if (digits === undefined) {
    throw wrongHeader(entry, "it has a number that is not octal");
  }
  return parseInt(digits, 8);
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/**
 * Reads the records of a pax header.
 *
 * @param bytes Its content.
 * @returns What it says of the next entry.
 * @throws {LnkError} `state/entry-header` for anything but a time and a path
 *   that the header itself cannot hold.
 */
export function readPax(bytes: Uint8Array): Overrides {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const { key, value, end } = readRecord(bytes, at);
    if (records.has(key)) throw wrongHeader(key, "a pax record stands twice");
    records.set(key, value);
    at = end;
  }
  return toOverrides(records);
}

function readRecord(bytes: Uint8Array, at: number) {
  const head = latin(bytes.subarray(at, at + 8));
  const digits = /^([1-9]\d{0,5}) /.exec(head)?.[1];
  const end = at + Number(digits);
  if (digits === undefined || end > bytes.length || bytes[end - 1] !== 10) {
    throw wrongHeader("", "a pax record has a wrong length");
  }
  const record = decodeUtf8(bytes.subarray(at + digits.length + 1, end - 1));
  const equals = record?.indexOf("=") ?? -1;
  if (record === undefined || equals < 1) {
    throw wrongHeader("", "a pax record is not KEY=VALUE in UTF-8");
  }
  return { key: record.slice(0, equals), value: record.slice(equals + 1), end };
}

function toOverrides(records: ReadonlyMap<string, string>): Overrides {
  for (const key of records.keys()) {
    if (key !== "path" && key !== "mtime") {
      throw wrongHeader(key, "a pax record of this name is not taken");
    }
  }
  const name = records.get("path");
  const time = records.get("mtime");
  if (name !== undefined && encodedLength(name) <= SHORT_NAME) {
    throw wrongHeader(name, "a pax record gives it another name");
  }
  if (time !== undefined && !/^-?\d{1,12}(\.\d{1,9})?$/.test(time)) {
    throw wrongHeader("mtime", `a pax record says ${quote(time)}`);
  }
  return {
    ...(name !== undefined && { name: name.replace(/\/$/, "") }),
    ...(time !== undefined && { modified: Math.round(Number(time) * 1000) }),
  };
}

function encodedLength(value: string): number {
  return new TextEncoder().encode(value).length;
}

/**
 * The refusal of an archive that is cut, changed, or none.
 *
 * @param state What is wrong with it.
 * @param cause What the decoder said.
 * @returns An error of code `state/damaged`.
 */
export function damaged(state: string, cause?: unknown): LnkError {
  const message = `Cannot unpack the archive: ${state}`;
  return new LnkError("refused", "state/damaged", message, { cause });
}

/**
 * The refusal of an entry for its name.
 *
 * @param name The name as the archive has it.
 * @param state What is wrong with it.
 * @returns An error of code `state/entry-name`.
 */
export function wrongName(name: string, state: string): LnkError {
  return refusedEntry("state/entry-name", name, state);
}

function wrongHeader(name: string, state: string): LnkError {
  return refusedEntry("state/entry-header", name, state);
}

function wrongKind(name: string, type: string): LnkError {
  const kind = Object.hasOwn(REFUSED_KINDS, type)
    ? REFUSED_KINDS[type]
    : `an entry of kind ${quote(type)}`;
  return refusedEntry("state/entry-kind", name, `it is ${kind}`);
}

/**
 * The refusal of a whole archive for one of its entries.
 *
 * @param code Which rule it breaks.
 * @param name The entry.
 * @param state What is wrong with it.
 * @returns An error.
 */
export function refusedEntry(
  code: string,
  name: string,
  state: string,
): LnkError {
  return new LnkError(
    "refused",
    code,
    `Cannot unpack the archive for its entry ${quote(name)}: ${state}`,
    { details: { entry: name } },
  );
}
