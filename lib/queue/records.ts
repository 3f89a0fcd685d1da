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
import { linesOf } from "./batch.ts";
import type { Origin } from "./header.ts";

/** Records that may be admitted. */
export interface Records {
  /** The lines as they came, each with its newline. */
  readonly lines: Uint8Array<ArrayBuffer>;
  /** How many. */
  readonly count: number;
}

/**
 * Checks the records of a batch.
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
  origin: Pick<Origin, "adapter" | "session">,
): Promise<Records> {
  const seen = new Map<string, { line: number; text: string }>();
  let line = 0;
  for (const bytes of linesOf(input)) {
    line++;
    const text = decodeUtf8(bytes);
    if (text === undefined) throw badLine(line, "it is not UTF-8");
    const source = sourceOf(text, line);
    refuseOther(source, origin, line);
    const before = seen.get(source);
    if (before) await refuseChanged(before, { line, text });
    seen.set(source, { line, text });
  }
  if (line === 0) throw noRecords();
  return { lines: ended(input), count: line };
}

/** The text that names a record's source, as storage keeps it. */
function sourceOf(text: string, line: number): string {
  let source: string | undefined;
  try {
    source = checkRecord(text).source;
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    throw badLine(line, error.message.replace(/^[^:]*: /, ""));
  }
  if (source !== undefined) return source;
  throw badLine(line, 'it has no "source" {adapter, session, record}');
}

function refuseOther(
  source: string,
  origin: Pick<Origin, "adapter" | "session">,
  line: number,
): void {
  const [adapter, session] = JSON.parse(source) as [string, string];
  const wrong = adapter !== origin.adapter
    ? `"source.adapter" is ${quote(adapter)}, not ${quote(origin.adapter)}`
    : session !== origin.session
    ? `"source.session" is ${quote(session)}, not ${quote(origin.session)}`
    : undefined;
  if (wrong !== undefined) throw badLine(line, `its ${wrong}`);
}

interface Line {
  readonly line: number;
  readonly text: string;
}

/** The same record twice is one record; another of the same source would never be taken. */
async function refuseChanged(before: Line, now: Line): Promise<void> {
  const [first, second] = await Promise.all([
    recordDigest(before.text),
    recordDigest(now.text),
  ]);
  if (first === second) return;
  throw badLine(
    now.line,
    `its source is that of line ${before.line}, which says something else`,
  );
}

const NEWLINE = 10;

function ended(input: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (input.at(-1) === NEWLINE) return input;
  const whole = new Uint8Array(input.length + 1);
  whole.set(input);
  whole[input.length] = NEWLINE;
  return whole;
}

function badLine(line: number, state: string): LnkError {
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
