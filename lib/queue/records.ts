// Copyright 2026 the lnk authors. MIT license.

/**
 * Records on their way into a batch: whatever storage would refuse later is
 * refused now, while who captured them is still there.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { recordDigest } from "../store/canonical.ts";
import { checkedSource, type Source } from "../store/record.ts";
import { quote } from "../text.ts";
import type { Origin } from "./header.ts";
import { linesOf } from "./lines.ts";

/** Records that may be admitted. */
export interface Records {
  /** The lines as they came, each with its newline. */
  readonly lines: Uint8Array<ArrayBuffer>;
  /** How many. */
  readonly count: number;
}

/** Why a record is none that storage would take. */
export interface RecordFault {
  /** Its line among the records, from 1. */
  readonly line: number;
  /** In some words. */
  readonly state: string;
}

type Session = Pick<Origin, "adapter" | "session">;

/**
 * Checks the records of a batch that is to be admitted.
 *
 * Every record names its native source: without it, a lost answer of storage
 * could not be told from a lost record.
 *
 * @param input One JSON object a line; the last newline may be missing.
 * @param origin What `source.adapter` and `source.session` must say.
 * @returns The same bytes, counted.
 * @throws {LnkError} `queue/record`, naming the line; `queue/no-records`.
 */
export async function checkRecords(
  input: Uint8Array<ArrayBuffer>,
  origin: Session,
): Promise<Records> {
  const count = await countRecords(input, origin);
  if (typeof count === "object") throw badLine(count);
  if (count === 0) throw noRecords();
  return { lines: ended(input), count };
}

/**
 * Counts records that storage takes, whoever wrote them.
 *
 * @param input As {@linkcode checkRecords} takes it.
 * @param origin What `source.adapter` and `source.session` must say.
 * @returns How many there are, or the first that storage would refuse.
 */
export async function countRecords(
  input: Uint8Array<ArrayBuffer>,
  origin: Session,
): Promise<number | RecordFault> {
  const seen = new Map<string, number>();
  // Kept only where sources repeat: a batch's texts are a lot of memory.
  let texts: readonly (string | undefined)[] | undefined;
  let line = 0;
  for (const text of linesOf(input)) {
    line++;
    if (text === undefined) return { line, state: "it is not UTF-8" };
    const source = readSource(text);
    const wrong = typeof source === "string"
      ? source
      : otherOrigin(source, origin);
    if (wrong !== undefined) return { line, state: wrong };
    const { record } = source as Source;
    const before = seen.get(record);
    if (before !== undefined) {
      texts ??= Array.from(linesOf(input));
      const same = await sameRecord(texts[before - 1]!, text);
      if (!same) return { line, state: changedSince(before) };
    }
    seen.set(record, line);
  }
  return line;
}

/** What names a record; or why nothing does. */
function readSource(text: string): Source | string {
  try {
    return checkedSource(text) ??
      'it has no "source" {adapter, session, record}';
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    const state = error.message.replace(/^[^:]*: /, "");
    return unlikeJson(text) ?? state;
  }
}

/** What a person does not see in a line, and what a parser only calls "not JSON". */
function unlikeJson(text: string): string | undefined {
  if (text.trim() === "") return "it is empty";
  if (text.startsWith("\ufeff")) return "it starts with a byte order mark";
  if (text.includes("\0")) return "it holds NUL bytes";
  return undefined;
}

function otherOrigin(
  { adapter, session }: Session,
  origin: Session,
): string | undefined {
  if (adapter !== origin.adapter) {
    return `its "source.adapter" is ${quote(adapter)}, not ${
      quote(origin.adapter)
    }`;
  }
  if (session === origin.session) return undefined;
  return `its "source.session" is ${quote(session)}, not ${
    quote(origin.session)
  }`;
}

function changedSince(before: number): string {
  return `its source is that of line ${before}, which says something else`;
}

/** The same record twice is one record; another of the same source would never be taken. */
async function sameRecord(before: string, text: string): Promise<boolean> {
  if (before === text) return true;
  const [first, second] = await Promise.all([
    recordDigest(before),
    recordDigest(text),
  ]);
  return first === second;
}

const NEWLINE = 10;

function ended(input: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (input.at(-1) === NEWLINE) return input;
  const whole = new Uint8Array(input.length + 1);
  whole.set(input);
  whole[input.length] = NEWLINE;
  return whole;
}

function badLine({ line, state }: RecordFault): LnkError {
  return new LnkError(
    "usage",
    "queue/record",
    `Cannot admit the record on line ${line}: ${state}`,
    { details: { line } },
  );
}

function noRecords(): LnkError {
  return new LnkError(
    "usage",
    "queue/no-records",
    "Cannot admit a batch: there is no record in it",
  );
}
