// Copyright 2026 the lnk authors. MIT license.

/**
 * What a record or a document was made from, in a harness's own names.
 *
 * A source is correlation only: it finds a thing again, and tells nothing about
 * who may act.
 *
 * Source: the specification's "Portable Context", "Source correlation".
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { checkRecord, type Source } from "../store/record.ts";
import { quote } from "../text.ts";

export type { Source };

/**
 * Reads a parsed `source`.
 *
 * @param value Any JSON value.
 * @returns The source, without members that are not its own; `undefined` if it
 *   is none.
 */
export function sourceFrom(value: unknown): Source | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { adapter, session, record } = value as Record<string, unknown>;
  if (!isPart(adapter) || !isPart(session) || !isPart(record)) return undefined;
  return { adapter, session, record };
}

function isPart(value: unknown): value is string {
  // 256 characters are at most 512 units.
  if (typeof value !== "string" || value.length > 512) return false;
  const { length } = Array.from(value);
  return length >= 1 && length <= 256;
}

/**
 * Reads a source as `--source` spells it.
 *
 * @param text ADAPTER/SESSION/RECORD; only the record may have slashes.
 * @returns The source.
 * @throws {LnkError} `context/source` if a part is missing, empty or longer
 *   than 256 characters.
 */
export function parseSource(text: string): Source {
  const [adapter, session, ...rest] = text.split("/");
  const source = sourceFrom({ adapter, session, record: rest.join("/") });
  if (source) return source;
  throw new LnkError(
    "usage",
    "context/source",
    `${
      quote(text)
    } is no source: it is not ADAPTER/SESSION/RECORD, each 1 to ` +
      "256 characters",
  );
}

/**
 * Puts a source into a record; all else keeps its spelling.
 *
 * @param record A JSON object's text without a `source`.
 * @param source The source.
 * @returns The record with it.
 * @throws {LnkError} `store/record` if it is no record; `context/source` if it
 *   has a `source` of its own.
 */
export function withSource(record: string, source: Source): string {
  const { text } = checkRecord(record);
  if (Object.hasOwn(JSON.parse(text), "source")) {
    throw new LnkError(
      "usage",
      "context/source",
      "Cannot give the record a source: it has one of its own",
    );
  }
  const { adapter, session, record: native } = source;
  const member = JSON.stringify({ adapter, session, record: native });
  const comma = /^\{\s*\}$/.test(text) ? "" : ",";
  return `{"source":${member}${comma}${text.slice(1)}`;
}
