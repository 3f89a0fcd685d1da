// Copyright 2026 the lnk authors. MIT license.

/**
 * The form of authority.json and of a line of history.jsonl: one definition
 * gives the check and the schema.
 *
 * @module
 */

import * as z from "zod/mini";
import type { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { unusable } from "./fault.ts";
import type {
  AttemptRef,
  LedgerRequest,
  LedgerState,
  Session,
} from "./types.ts";

/** How many ended attempts, and earlier starts, authority.json holds at most. */
export const REMEMBERED = 32;

const hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const uuid = z.string().check(
  z.regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  ),
);
const name = z.string().check(z.regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/));
const opaque = z.string().check(z.minLength(1), z.maxLength(256));
const count = z.int().check(z.nonnegative());

/** The form of a request. */
export const REQUEST: z.ZodMiniType<LedgerRequest> = z.strictObject({
  request: uuid,
  session: uuid,
  attempt: opaque,
  generation: count,
  tool: opaque,
  arguments: z.string(),
  status: z.enum(["pending", "allowed", "denied", "claimed"]),
});

/** The form of a session. */
export const SESSION: z.ZodMiniType<Session> = z.strictObject({
  id: uuid,
  thread: z.string().check(z.regex(/^link:[a-z0-9][a-z0-9_-]{0,63}$/)),
});

const ended: z.ZodMiniType<AttemptRef> = z.strictObject({
  attempt: opaque,
  generation: count,
});

/** The form of each member of a ledger, in the order in which they are written. */
export const MEMBERS = {
  agent: name,
  owner: name,
  generation: count,
  start: z.nullable(z.strictObject({ fingerprint: hex, ended: z.boolean() })),
  attempt: z.nullable(z.strictObject({
    attempt: opaque,
    binding: opaque,
    session: uuid,
    generation: count,
  })),
  spent: z.array(hex).check(z.maxLength(REMEMBERED)),
  ended: z.array(ended).check(z.maxLength(REMEMBERED)),
  last_id: z.union([uuid, z.literal("")]),
  history: z.strictObject({ records: count, bytes: count, head: hex }),
  sessions: z.array(SESSION),
  requests: z.array(REQUEST),
};

/** The form of authority.json. */
export const AUTHORITY: z.ZodMiniType = z.strictObject({
  version: z.literal(1),
  sha256: hex,
  ...MEMBERS,
});

/** The form of what the digest covers. */
export const STATE: z.ZodMiniType<LedgerState> = z.strictObject(MEMBERS);

/** A line of history.jsonl: a request, or the names of what has ended. */
export type HistoryRecord = HistoryPlace & (PastRequest | PastNames);

/** Where a line of history.jsonl stands. */
export interface HistoryPlace {
  /** Its place in the history, from 1. */
  readonly record: number;
  /** Digest of the line before it. */
  readonly previous: string;
}

/** A finished request. */
export interface PastRequest {
  /** The request as it was when it was archived. */
  readonly request: LedgerRequest;
}

/** Names that nobody may use again. */
export interface PastNames {
  /** Attempts that have ended. */
  readonly ended: readonly AttemptRef[];
  /** Fingerprints of earlier starts. */
  readonly spent: readonly string[];
}

/** The form of a line of history.jsonl. */
export const RECORD: z.ZodMiniType<HistoryRecord> = z.union([
  z.strictObject({ record: count, previous: hex, request: REQUEST }),
  z.strictObject({
    record: count,
    previous: hex,
    ended: z.array(ended),
    spent: z.array(hex),
  }),
]);

/**
 * Refuses what has not a form.
 *
 * @param schema The form.
 * @param path The file, for the message.
 * @param value What should have it.
 * @param place Where the value stands in the file, for the message.
 * @returns The value as the form knows it, its members in the form's order.
 * @throws {LnkError} `ledger/corrupt`.
 */
export function requireForm<T>(
  schema: z.ZodMiniType<T>,
  path: string,
  value: unknown,
  place: readonly PropertyKey[] = [],
): T {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const where = [...place, ...error.issues[0]!.path].join(".");
  throw corrupt(path, `${quote(where)} has not the form of version 1`);
}

/**
 * The refusal of a file that is not what it should be.
 *
 * @param path The file.
 * @param state What is wrong with it.
 * @returns An error of code `ledger/corrupt`.
 */
export function corrupt(path: string, state: string): LnkError {
  return unusable("ledger/corrupt", path, state);
}
