// Copyright 2026 the lnk authors. MIT license.

/**
 * Records on their way into a batch: whatever storage would refuse later is
 * refused now, while who captured them is still there.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { recordDigest } from "../store/canonical.ts";
import { checkRecord } from "../store/record.ts";
import { decodeUtf8, quote } from "../text.ts";
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

type Source = Pick<Origin, "adapter" | "session">;

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
  origin: Source,
): Promise<Records> {
  const fault = await faultOfRecords(input, origin);
  if (fault) throw badLine(fault);
  let count = 0;
  for (const _ of linesOf(input)) count++;
  if (count === 0) throw noRecords();
  return { lines: ended(input), count };
}

/**
 * The first record that storage would refuse, whoever wrote it.
 *
 * @param input As {@linkcode checkRecords} takes it.
 * @param origin What `source.adapter` and `source.session` must say.
 * @returns What is wrong, or `undefined` where storage takes all of them.
 */
export async function faultOfRecords(
  input: Uint8Array<ArrayBuffer>,
  origin: Source,
): Promise<RecordFault | undefined> {
  const seen = new Map<string, Line>();
  let line = 0;
  for (const bytes of linesOf(input)) {
    line++;
    const text = decodeUtf8(bytes);
    if (text === undefined) return { line, state: "it is not UTF-8" };
    const { source, state } = readSource(text);
    const other = source === undefined ? state : otherOrigin(source, origin);
    if (source === undefined || other !== undefined) {
      return { line, state: other! };
    }
    const before = seen.get(source);
    const changed = before && await changedSince(before, text);
    if (changed !== undefined) return { line, state: changed };
    seen.set(source, { line, text });
  }
  return undefined;
}

/** The text that names a record's source, as storage keeps it; or why there is none. */
function readSource(
  text: string,
): { readonly source?: string; readonly state?: string } {
  const broken = unlikeJson(text);
  if (broken !== undefined) return { state: broken };
  try {
    const { source } = checkRecord(text);
    if (source !== undefined) return { source };
    return { state: 'it has no "source" {adapter, session, record}' };
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return { state: error.message.replace(/^[^:]*: /, "") };
  }
}

/** What a person does not see in a line, and what a parser only calls "not JSON". */
function unlikeJson(text: string): string | undefined {
  if (text.trim() === "") return "it is empty";
  if (text.startsWith("\ufeff")) return "it starts with a byte order mark";
  if (text.includes("\0")) return "it holds NUL bytes";
  return undefined;
}

function otherOrigin(source: string, origin: Source): string | undefined {
  const [adapter, session] = JSON.parse(source) as [string, string];
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

interface Line {
  readonly line: number;
  readonly text: string;
}

/** The same record twice is one record; another of the same source would never be taken. */
async function changedSince(
  before: Line,
  text: string,
): Promise<string | undefined> {
  const [first, second] = await Promise.all([
    recordDigest(before.text),
    recordDigest(text),
  ]);
  if (first === second) return undefined;
  return `its source is that of line ${before.line}, which says something else`;
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
