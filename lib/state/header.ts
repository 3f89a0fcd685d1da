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

import type { LnkError } from "../errors.ts";
import { decodeUtf8, quote } from "../text.ts";
import { damaged, refusedEntry, wrongHeader, wrongName } from "./refusal.ts";

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

/** How many bytes a header is. */
export const BLOCK = 512;

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
  const size = octal(block, [124, 12], name);
  if (kind === "folder" && size > 0) {
    throw wrongHeader(name, "it is a folder with content of its own");
  }
  refuseHidden(block, name);
  return {
    kind,
    name: kind === "folder" ? name.replace(/\/$/, "") : name,
    size,
    mode: octal(block, [100, 8], name) & 0o777,
    modified: octal(block, [136, 12], name) * 1000,
  };
}

/** A field by its start and its length. */
type Field = readonly [start: number, length: number];

function refuseDamage(block: Uint8Array): void {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) {
    sum += i >= 148 && i < 156 ? 32 : block[i]!;
  }
  const stored = latin(block, [148, 8]);
  if (parseInt(stored, 8) !== sum) throw damaged("a header has a wrong sum");
  const magic = latin(block, [257, 8]);
  if (magic === "ustar\0" + "00") return;
  if (!magic.startsWith("ustar ")) throw damaged("a header is not ustar");
  throw damaged("it is a GNU tar, and only ustar and pax are taken", {
    help: "make it again with tar --format=ustar",
  });
}

/** Fields that nothing is taken from: what stands in them would be seen by other readers only. */
function refuseHidden(block: Uint8Array, name: string): void {
  if (text(block, [157, 100], name) !== "") {
    throw wrongHeader(name, "it names the target of a link");
  }
  for (const owner of OWNERS) text(block, owner, name);
  for (const id of IDS) optionalOctal(block, id, name);
  if (DEVICES.some((field) => optionalOctal(block, field, name) !== 0)) {
    throw wrongHeader(name, "it has the number of a device");
  }
  if (block.subarray(500).some((byte) => byte !== 0)) {
    throw wrongHeader(name, "it has bytes behind the last field");
  }
}

const IDS: readonly Field[] = [[108, 8], [116, 8]];
const OWNERS: readonly Field[] = [[265, 32], [297, 32]];
const DEVICES: readonly Field[] = [[329, 8], [337, 8]];

/** The name and, before it, the prefix field. */
function fieldName(block: Uint8Array): string {
  const name = text(block, [0, 100], "");
  const prefix = text(block, [345, 155], name);
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A text field: UTF-8 up to its end or a zero byte, and nothing hidden behind that. */
function text(
  block: Uint8Array,
  [start, length]: Field,
  entry: string,
): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  const used = end < 0 ? field : field.subarray(0, end);
  if (field.subarray(used.length).some((byte) => byte !== 0)) {
    throw wrongHeader(entry, "it has bytes behind the end of a field");
  }
  const decoded = decodeUtf8(used);
  if (decoded !== undefined) return decoded;
  throw wrongName(latin(used, [0, used.length]), "it is not UTF-8");
}

/** An octal field. The binary form of GNU, which can be negative or huge, is refused, and blanks before the digits, which some readers take for nothing. */
function octal(block: Uint8Array, field: Field, entry: string): number {
  const digits = /^([0-7]+)[ \0]{0,2}$/.exec(latin(block, field))?.[1];
  if (digits === undefined) {
    throw wrongHeader(entry, "it has a number that is not octal");
  }
  return parseInt(digits, 8);
}

/** An octal field that may be empty. */
function optionalOctal(block: Uint8Array, field: Field, entry: string): number {
  return /^\0*$/.test(latin(block, field)) ? 0 : octal(block, field, entry);
}

function latin(block: Uint8Array, [start, length]: Field): string {
  return String.fromCharCode(...block.subarray(start, start + length));
}

function wrongKind(name: string, type: string): LnkError {
  const kind = Object.hasOwn(REFUSED_KINDS, type)
    ? REFUSED_KINDS[type]
    : `an entry of kind ${quote(type)}`;
  return refusedEntry("state/entry-kind", name, `it is ${kind}`);
}
