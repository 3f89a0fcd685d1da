// Copyright 2026 the lnk authors. MIT license.

/**
 * The common fields of a record, for a reader of any harness.
 *
 * An event is a view: the record's own text stays the archive, and nothing
 * here writes over it. What a harness did not expose as `text` never becomes
 * readable. A tool's call and its answer are history: nothing here runs one
 * again.
 *
 * Source: the specification's "Portable Context", "Capture exposed records"
 * and "Roles and defaults".
 *
 * @module
 */

import type { LogRecord } from "../store/interface.ts";
import { jsonObject } from "./json_object.ts";
import { type Source, sourceFrom } from "./source.ts";

/** Who a record is from. A role is a label and gives no right to act. */
export type Role = "user" | "assistant" | "tool" | "summary";

/** The common fields of a record. */
export interface Event {
  /** Its place in the conversation, from 1. */
  readonly seq: number;
  /** Who it is from. */
  readonly role: Role;
  /** What was said; "" where the record has none. */
  readonly text: string;
  /** When, in the harness's own spelling; "" where the record has none. */
  readonly at: string;
  /** A name beside the role. */
  readonly from?: string;
  /** What it was captured from. */
  readonly source?: Source;
}

const ROLES: readonly unknown[] = ["user", "assistant", "tool", "summary"];

/**
 * The event in a record.
 *
 * @example Usage
 * ```ts
 * import { eventOf } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const raw = '{"seq":7,"role":"user","text":"hello"}';
 * assertEquals(eventOf({ seq: 7, raw }), {
 *   seq: 7,
 *   role: "user",
 *   text: "hello",
 *   at: "",
 * });
 * assertEquals(eventOf({ seq: 8, raw: '{"seq":8,"type":"thought"}' }), undefined);
 * ```
 *
 * @param record A line of a conversation.
 * @returns The event; `undefined` for a record of another role or none, or
 *   with a text, time or name that is no string: it stays in the log as it is.
 *   A `source` that is none is the record's own and is left out.
 */
export function eventOf({ seq, raw }: LogRecord): Event | undefined {
  const record = jsonObject(raw);
  if (!record) return undefined;
  const { role, text, at, from, source } = record;
  if (!ROLES.includes(role)) return undefined;
  const words = { text: text ?? "", at: at ?? "", from: from ?? "" };
  if (Object.values(words).some((value) => typeof value !== "string")) {
    return undefined;
  }
  const made = sourceFrom(source);
  return {
    seq,
    role: role as Role,
    text: words.text as string,
    at: words.at as string,
    ...(typeof from === "string" && { from }),
    ...(made && { source: made }),
  };
}
