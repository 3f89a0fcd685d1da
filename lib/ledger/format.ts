// Copyright 2026 the lnk authors. MIT license.

/**
 * authority.json: one line of JSON that begins with its version and the digest
 * of all that follows, so that one flipped bit is found.
 *
 * @module
 */

import * as z from "zod/mini";
import { decodeUtf8, quote } from "../text.ts";
import { unusable } from "./fault.ts";
import { sha256 } from "./names.ts";
import type { AttemptRef, LedgerRequest, LedgerState } from "./types.ts";

/** The most bytes of authority.json: 1 MiB. */
export const AUTHORITY_LIMIT = 1024 * 1024;

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

const request: z.ZodMiniType<LedgerRequest> = z.strictObject({
  request: uuid,
  session: uuid,
  attempt: opaque,
  generation: count,
  tool: opaque,
  arguments: z.string(),
  status: z.enum(["pending", "allowed", "denied", "claimed"]),
});

const ended: z.ZodMiniType<AttemptRef> = z.strictObject({
  attempt: opaque,
  generation: count,
});

const content = {
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
  sessions: z.array(z.strictObject({
    id: uuid,
    thread: z.string().check(z.regex(/^link:[a-z0-9][a-z0-9_-]{0,63}$/)),
  })),
  requests: z.array(request),
};

/** The form of authority.json. */
export const AUTHORITY: z.ZodMiniType = z.strictObject({
  version: z.literal(1),
  sha256: hex,
  ...content,
});
const STATE: z.ZodMiniType<LedgerState> = z.strictObject(content);

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
  z.strictObject({ record: count, previous: hex, request }),
  z.strictObject({
    record: count,
    previous: hex,
    ended: z.array(ended),
    spent: z.array(hex),
  }),
]);

/** How many bytes come before those that the digest covers. */
export const COVERED_FROM = '{"version":1,"sha256":"'.length + 64 + 2;

/**
 * Writes a state as authority.json holds it.
 *
 * @param next What it will hold.
 * @param path Its name, for the message.
 * @returns The whole file.
 * @throws {LnkError} `ledger/corrupt`: it could not be read again.
 */
export async function encodeState(
  next: LedgerState,
  path: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const state = requireForm(STATE, path, next);
  const body = JSON.stringify(state).slice(1) + "\n";
  const bytes = new TextEncoder().encode(" ".repeat(COVERED_FROM) + body);
  const digest = await sha256(bytes.subarray(COVERED_FROM));
  new TextEncoder().encodeInto(`{"version":1,"sha256":"${digest}",`, bytes);
  return bytes;
}

/**
 * Reads authority.json.
 *
 * @param bytes The whole file.
 * @param path Its name, for the message.
 * @returns What it holds.
 * @throws {LnkError} `ledger/version`, `ledger/corrupt`.
 */
export async function decodeState(
  bytes: Uint8Array<ArrayBuffer>,
  path: string,
): Promise<LedgerState> {
  const head = new TextDecoder("latin1").decode(
    bytes.subarray(0, COVERED_FROM),
  );
  const version = /^\{"version":(\d{1,15})[,}]/.exec(head)?.[1];
  if (version !== undefined && version !== "1") {
    throw unusable("ledger/version", path, `its version is ${version}, not 1`);
  }
  const digest = /^\{"version":1,"sha256":"([0-9a-f]{64})",$/.exec(head)?.[1];
  if (digest === undefined) {
    throw corrupt(path, "it does not begin with its version and its digest");
  }
  const covered = bytes.subarray(COVERED_FROM);
  if (await sha256(covered) !== digest) {
    throw corrupt(path, "its content does not match its digest");
  }
  const body = decodeUtf8(covered);
  return checked(STATE, path, body === undefined ? undefined : "{" + body);
}

/**
 * Reads a line of history.jsonl.
 *
 * @param line The line without its newline.
 * @param path The file, for the message.
 * @returns What it holds.
 * @throws {LnkError} `ledger/corrupt`.
 */
export function decodeRecord(line: Uint8Array, path: string): HistoryRecord {
  return checked(RECORD, path, decodeUtf8(line));
}

function checked<T>(
  schema: z.ZodMiniType<T>,
  path: string,
  text: string | undefined,
): T {
  const value = text === undefined ? undefined : parsed(text);
  if (value === undefined) throw corrupt(path, "it is not JSON");
  return requireForm(schema, path, value);
}

function requireForm<T>(
  schema: z.ZodMiniType<T>,
  path: string,
  value: unknown,
): T {
  const { success, data, error } = z.safeParse(schema, value);
  if (success) return data;
  const where = error.issues[0]!.path.join(".");
  throw corrupt(path, `${quote(where)} has not the form of version 1`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function corrupt(path: string, state: string) {
  return unusable("ledger/corrupt", path, state);
}
