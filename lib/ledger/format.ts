// Copyright 2026 the lnk authors. MIT license.

/**
 * authority.json: one line of JSON that begins with its version and the digest
 * of all that follows, so that one flipped bit is found.
 *
 * @module
 */

import type { ZodMiniType } from "zod/mini";
import { decodeUtf8 } from "../text.ts";
import { unusable } from "./fault.ts";
import {
  corrupt,
  type HistoryRecord,
  RECORD,
  requireForm,
  STATE,
} from "./form.ts";
import { sha256 } from "./names.ts";
import { keepSound, membersOf } from "./parts.ts";
import type { LedgerState } from "./types.ts";

/** The most bytes of authority.json: 1 MiB. */
export const AUTHORITY_LIMIT = 1024 * 1024;

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
  const body = `${membersOf(next, path)}}\n`;
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
  const text = body === undefined ? undefined : "{" + body;
  const state = checked(STATE, path, text);
  keepSound(state);
  return state;
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
  schema: ZodMiniType<T>,
  path: string,
  text: string | undefined,
): T {
  const value = text === undefined ? undefined : parsed(text);
  if (value === undefined) throw corrupt(path, "it is not JSON");
  return requireForm(schema, path, value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
