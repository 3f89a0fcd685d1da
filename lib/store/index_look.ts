// Copyright 2026 the lnk authors. MIT license.

/**
 * Looking at a log's index without opening it for use: no lock, no recovery,
 * no file beside it.
 *
 * SQLite cannot do that everywhere: it makes a write-ahead log even to read,
 * and the runtime takes its `immutable` only with all permissions. So the one
 * row is read from the file's pages, and nothing else of it.
 *
 * Source: https://www.sqlite.org/fileformat2.html
 *
 * @module
 */

import { join } from "@std/path/posix";
import { attempt } from "../disk/fault.ts";
import { type Disk, type OpenFile, openPrivate } from "../disk.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { isIndexName, isWhole, type Known } from "./index.ts";

/** What looking at an index found. */
export type IndexLook =
  /** There is none. */
  | { readonly state: "missing" }
  /** A write-ahead log stands beside it, which only its next use reads. */
  | { readonly state: "in use" }
  /** It will be made anew; why, in words. */
  | { readonly state: "unusable"; readonly why: string }
  /** How far it knows the log. */
  | { readonly state: "known"; readonly known: Known | undefined };

/**
 * Looks at the index of a log.
 *
 * @param disk Where.
 * @param folder The private folder of the log's index.
 * @returns What stands there.
 * @throws {LnkError} As `openPrivate` does; `disk/denied`, `disk/failed`.
 */
export function lookAtIndex(disk: Disk, folder: string): IndexLook {
  if (!lookAtFolder(disk, folder)) return { state: "missing" };
  const names = attempt("list", folder, () => disk.list(folder))
    .filter(isIndexName);
  if (names.length === 0) return { state: "missing" };
  if (names.length > 1) return unusable(`there are ${names.length} of it`);
  const [name] = names as [string];
  const path = join(folder, name);
  const wal = attempt("look at", path, () => disk.lstat(`${path}-wal`));
  if (wal && wal.size > 0) return { state: "in use" };
  if (!isWhole(disk, folder, name)) {
    return unusable("it is cut off, or none of this version");
  }
  using file = openPrivate(disk, path, "read");
  if (!file) return { state: "missing" };
  try {
    return { state: "known", known: readKnown(file) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return unusable("it cannot be read");
  }
}

function unusable(why: string): IndexLook {
  return { state: "unusable", why };
}

/** A value of a row, as far as an index has them. */
type Value = string | number | undefined;

/** The columns of the table, in their order; the first is the row's number. */
const COLUMNS = ["id", "size", "modified", "changed", "start", "end", "last"];

/** The one row of the table `known`. */
function readKnown(file: OpenFile): Known | undefined {
  const size = pageSize(file);
  const table = rowsOf(page(file, size, 1), 100)
    .find(([type, name]) => type === "table" && name === "known");
  const root = table?.[3];
  if (typeof root !== "number") throw new RangeError("no such table");
  const [row] = rowsOf(page(file, size, root), 0);
  if (!row) return undefined;
  const [id, ...numbers] = row.slice(1, 1 + COLUMNS.length);
  const sound = typeof id === "string" && numbers.length === 6 &&
    numbers.every((value) => typeof value === "number");
  if (!sound) throw new RangeError("no such row");
  const members = [id, ...numbers].map((value, i) => [COLUMNS[i], value]);
  return Object.fromEntries(members);
}

function pageSize(file: OpenFile): number {
  const size = bytesAt(file, 16, 2).getUint16(0);
  return size === 1 ? 65536 : size;
}

function page(file: OpenFile, size: number, number: number): DataView {
  return bytesAt(file, (number - 1) * size, size);
}

function bytesAt(file: OpenFile, at: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  attempt("read", file.path, () => {
    for (let done = 0; done < length;) {
      const got = file.readAt(at + done, bytes.subarray(done));
      if (got === 0) break;
      done += got;
    }
  });
  return new DataView(bytes.buffer);
}

/** A page of a table's rows: the header of an index's tables never needs a second one. */
const LEAF = 0x0d;

/** The rows on a page, whose header starts behind that of the file. */
function rowsOf(page: DataView, header: number): Value[][] {
  if (page.getUint8(header) !== LEAF) throw new RangeError("no page of rows");
  const count = page.getUint16(header + 3);
  return Array.from({ length: count }, (_, i) => {
    const cell = page.getUint16(header + 8 + 2 * i);
    const [, key] = varint(page, cell);
    const [, start] = varint(page, key);
    return valuesOf(page, start);
  });
}

/** The values of a record: their types first, then the values themselves. */
function valuesOf(page: DataView, start: number): Value[] {
  const [length, first] = varint(page, start);
  const types: number[] = [];
  for (let at = first; at < start + length;) {
    const [type, next] = varint(page, at);
    types.push(type);
    at = next;
  }
  let at = start + length;
  return types.map((type) => {
    const value = valueAt(page, at, type);
    at += lengthOf(type);
    return value;
  });
}

/** The bytes of a value, by its type. */
function lengthOf(type: number): number {
  if (type >= 12) return (type - 12) >> 1;
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type] ?? 0;
}

function valueAt(page: DataView, at: number, type: number): Value {
  const length = lengthOf(type);
  if (type >= 13 && type % 2 === 1) {
    return new TextDecoder().decode(
      new Uint8Array(page.buffer, page.byteOffset + at, length),
    );
  }
  if (type === 8 || type === 9) return type - 8;
  if (type < 1 || type > 6) return undefined;
  let value = page.getInt8(at);
  for (let i = 1; i < length; i++) value = value * 256 + page.getUint8(at + i);
  return value;
}

/** A number of 7 bits a byte, and where it ends; no index needs more than 7 of them. */
function varint(page: DataView, start: number): [value: number, next: number] {
  let value = 0;
  for (let at = start; at < start + 7; at++) {
    const byte = page.getUint8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
  }
  throw new RangeError("too large a number");
}
