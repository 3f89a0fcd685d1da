// Copyright 2026 the lnk authors. MIT license.

/**
 * What stands before an entry that its own header cannot hold.
 *
 * @module
 */

import { decodeUtf8, quote } from "../text.ts";
import { wrongHeader } from "./refusal.ts";

/** What a pax header may say of an entry. */
export interface Overrides {
  /** A path too long for the header. */
  readonly name?: string;
  /** A time finer than a second, before 1970, or beyond what a header holds; in milliseconds. */
  readonly modified?: number;
}

/** The most bytes of a name that fit the header's own field. */
const SHORT_NAME = 100;

/**
 * Reads the records of a pax header.
 *
 * @param bytes Its content.
 * @param entry The entry that it stands before, for what is said of it.
 * @returns What it says of that entry.
 * @throws {LnkError} `state/entry-header` for anything but a time and a path
 *   that the header itself cannot hold.
 */
export function readPax(bytes: Uint8Array, entry: string): Overrides {
  const records = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const { key, value, end } = readRecord(bytes, at, entry);
    if (records.has(key)) {
      throw wrongHeader(entry, `its pax record ${quote(key)} stands twice`);
    }
    records.set(key, value);
    at = end;
  }
  return toOverrides(records, entry);
}

function readRecord(bytes: Uint8Array, at: number, entry: string) {
  const head = String.fromCharCode(...bytes.subarray(at, at + 8));
  const digits = /^([1-9]\d{0,5}) /.exec(head)?.[1];
  const end = at + Number(digits);
  if (digits === undefined || end > bytes.length || bytes[end - 1] !== 10) {
    throw wrongHeader(entry, "a pax record before it has a wrong length");
  }
  const record = decodeUtf8(bytes.subarray(at + digits.length + 1, end - 1));
  const equals = record?.indexOf("=") ?? -1;
  if (record === undefined || equals < 1) {
    throw wrongHeader(
      entry,
      "a pax record before it is not KEY=VALUE in UTF-8",
    );
  }
  return { key: record.slice(0, equals), value: record.slice(equals + 1), end };
}

function toOverrides(
  records: ReadonlyMap<string, string>,
  entry: string,
): Overrides {
  for (const key of records.keys()) {
    if (key !== "path" && key !== "mtime") {
      throw wrongHeader(entry, `its pax record ${quote(key)} is not taken`);
    }
  }
  const name = records.get("path");
  const time = records.get("mtime");
  if (name !== undefined && byteLength(name) <= SHORT_NAME) {
    throw wrongHeader(
      entry,
      `a pax record gives it the other name ${quote(name)}`,
    );
  }
  if (time !== undefined && !/^-?\d{1,12}(\.\d{1,9})?$/.test(time)) {
    throw wrongHeader(entry, `its pax time is ${quote(time)}`);
  }
  return {
    ...(name !== undefined && { name: name.replace(/\/$/, "") }),
    ...(time !== undefined && { modified: Math.round(Number(time) * 1000) }),
  };
}

function byteLength(value: string): number {
  return new TextEncoder().encode(value).length;
}
