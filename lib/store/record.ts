// Copyright 2026 the lnk authors. MIT license.

/**
 * A record's text on its way into a log line, and back.
 *
 * The text is kept as it was written: whatever a parser would round, merge or
 * replace stays in the line.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { countOpened } from "./canonical.ts";

/** The most bytes of one record. */
export const LARGEST_RECORD = 16 * 1024 * 1024;

/** The most lists and objects of one record, itself included: a parser stands still for each. */
export const MOST_OPENED = 2 ** 20;

/** The most bytes of a line: a record, and `"seq":N,` before it. */
export const LONGEST_LINE = LARGEST_RECORD + 32;

/** A record that may be appended. */
export interface NewRecord {
  /** Its JSON text on one line, from brace to brace. */
  readonly text: string;
  /** What names its source, if it has one: the same text for the same source only. */
  readonly source: string | undefined;
}

/**
 * Checks a record that is to be appended.
 *
 * @param record A JSON object's text (RFC 8259).
 * @returns The same text on one line, without white space around it.
 * @throws {LnkError} `store/record` if it is no object's text, has a `seq` of
 *   its own, a `source` that is none, or is too large.
 */
export function checkRecord(record: string): NewRecord {
  const source = checkedSource(record);
  // In valid JSON a line break stands between tokens only.
  const text = record.trim().replaceAll("\r", " ").replaceAll("\n", " ");
  return { text, source: source && keyOf(source) };
}

/** A record of a harness, named so that it is found again. */
export interface Source {
  /** The adapter, 1 to 256 characters, as all three. */
  readonly adapter: string;
  /** The native session. */
  readonly session: string;
  /** The native record. */
  readonly record: string;
}

/**
 * Checks a record as {@linkcode checkRecord} does, and only tells its source.
 *
 * @param record A JSON object's text (RFC 8259).
 * @returns Its source, if it has one.
 * @throws {LnkError} `store/record`, as `checkRecord` does.
 */
export function checkedSource(record: string): Source | undefined {
  if (!record.isWellFormed()) {
    throw noRecord("half of a surrogate pair in it is no Unicode text");
  }
  if (byteLength(record) > LARGEST_RECORD) {
    throw noRecord(`it has more than ${LARGEST_RECORD} bytes`);
  }
  if (record.length > MOST_OPENED && countOpened(record) > MOST_OPENED) {
    throw noRecord(`it has more than ${MOST_OPENED} lists and objects`);
  }
  const value = parseObject(record);
  if (typeof value === "string") throw noRecord(stateOf(record) ?? value);
  if (Object.hasOwn(value, "seq")) {
    throw noRecord('it brings its own "seq", which the store gives');
  }
  const source = sourceOf(value);
  if (source === "malformed") throw noRecord(MALFORMED);
  return source;
}

const MALFORMED =
  'its "source" is not {adapter, session, record}, each 1 to 256 characters';

/**
 * The line of a record.
 *
 * @param record A checked record.
 * @param seq Its place in the log.
 * @returns The record's text with `"seq":N,` after its opening brace.
 */
export function lineOf({ text }: NewRecord, seq: number): string {
  const comma = /^\{[ \t]*\}$/.test(text) ? "" : ",";
  return `{"seq":${seq}${comma}${text.slice(1)}`;
}

/** What the log needs to know of a line. */
export interface ReadLine {
  /** The line's text. */
  readonly raw: string;
  /** What names its source, if it has one. */
  readonly source: string | undefined;
}

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a line of the log.
 *
 * @param bytes The line without its newline.
 * @param seq The sequence that it must have.
 * @returns What it says, or in words why it is no such line.
 */
export function readLine(bytes: Uint8Array, seq: number): ReadLine | string {
  let raw: string;
  try {
    raw = DECODER.decode(bytes);
  } catch {
    return "is not UTF-8";
  }
  const value = parseObject(raw);
  if (typeof value === "string") {
    return bytes.includes(0) ? "holds NUL bytes" : "is not a JSON object";
  }
  const { seq: found } = value;
  if (found !== seq) {
    const said = typeof found === "number"
      ? `sequence ${found}`
      : found === undefined
      ? "no sequence"
      : "no number as its sequence";
    return `has ${said} where sequence ${seq} is next`;
  }
  const source = sourceOf(value);
  const sound = source !== "malformed" && source !== undefined;
  return { raw, source: sound ? keyOf(source) : undefined };
}

type Members = Readonly<Record<string, unknown>>;

function parseObject(text: string): Members | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "it is not JSON";
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Members;
  }
  return "it is JSON, but not an object";
}

/** What a person most likely gave in the place of a record. */
function stateOf(text: string): string | undefined {
  if (text.trim() === "") return "it is empty";
  const [first, ...rest] = text.trim().split("\n", 2);
  return rest.length > 0 && typeof parseObject(first!) !== "string"
    ? "it is several, a line each: they are appended one by one"
    : undefined;
}

/** The source of a record. A `source` with none of its members is the record's own business. */
function sourceOf(
  value: Members,
): Source | "malformed" | undefined {
  const source = Object.hasOwn(value, "source") ? value.source : undefined;
  if (typeof source !== "object" || source === null) return undefined;
  const members = source as Members;
  const own = (part: keyof Source) =>
    Object.hasOwn(members, part) ? members[part] : undefined;
  const adapter = own("adapter");
  const session = own("session");
  const record = own("record");
  if ([adapter, session, record].every((part) => part === undefined)) {
    return undefined;
  }
  const sound = isLabel(adapter) && isLabel(session) && isLabel(record);
  return sound ? { adapter, session, record } : "malformed";
}

function keyOf({ adapter, session, record }: Source): string {
  return JSON.stringify([adapter, session, record]);
}

function isLabel(value: unknown): value is string {
  if (typeof value !== "string" || value === "") return false;
  // A character has one unit or two: most labels need not be counted.
  return value.length <= 256 ||
    value.length <= 512 && Array.from(value).length <= 256;
}

function byteLength(text: string): number {
  // A unit of a string is at most 3 bytes: most texts need no second look.
  return text.length * 3 <= LARGEST_RECORD
    ? text.length
    : new TextEncoder().encode(text).length;
}

function noRecord(state: string): LnkError {
  return new LnkError(
    "usage",
    "store/record",
    `Cannot append the record: ${state}`,
  );
}
