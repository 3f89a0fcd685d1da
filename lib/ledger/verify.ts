// Copyright 2026 the lnk authors. MIT license.

/**
 * Looks over a whole ledger: what is wrong, and what can still be read.
 *
 * @module
 */

import { equals } from "@std/bytes/equals";
import { join } from "@std/path/posix";
import { type Disk, isTemp, requirePrivateFolder } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { decodeUtf8 } from "../text.ts";
import {
  missingLedger,
  type Party,
  readReplaced,
  requireParty,
  TRIES,
} from "./file.ts";
import { decodeState } from "./format.ts";
import { unusable } from "./fault.ts";
import { historyPath } from "./history.ts";
import { verifyHistory } from "./verify_history.ts";
import type { LedgerState } from "./types.ts";

/** Something wrong with a ledger. */
export interface LedgerFault {
  /** Its code. */
  readonly code: string;
  /** What is wrong, and where. */
  readonly message: string;
  /** The next step, where it depends on the case. */
  readonly help?: string;
}

/** What looking over a ledger found. */
export interface Verdict {
  /** Whether nothing is wrong. */
  readonly ok: boolean;
  /** What is wrong. */
  readonly faults: readonly LedgerFault[];
  /** What is unusual and harmless. */
  readonly notes: readonly string[];
  /** Sessions that can be read; `null` where authority.json is no JSON. */
  readonly sessions: number | null;
  /** Requests that can be read in authority.json; `null` where it is no JSON. */
  readonly requests: number | null;
  /** Lines of the history from its start whose chain holds. */
  readonly history_sound: number;
  /** Lines that the history should have; `null` where authority.json does not tell. */
  readonly history_records: number | null;
}

/**
 * Checks privacy, form and digest of authority.json, and every line of the
 * history. Takes no lock and changes nothing.
 *
 * It finds what an accident does. Who may write both files can also write
 * digests that match.
 *
 * @param disk Where.
 * @param folder The ledger's folder.
 * @param party Whose it must be.
 * @returns What was found.
 * @throws {LnkError} `disk/missing`, `disk/link`, `disk/wrong-kind` (the
 *   folder), `ledger/missing`.
 */
export async function verifyLedger(
  disk: Disk,
  folder: string,
  party: Party = {},
): Promise<Verdict> {
  for (let tries = 1;; tries++) {
    const before = peek(disk, folder);
    const verdict = await lookOver(disk, folder, party);
    // A host that archives meanwhile changes both files, one after the other.
    if (
      verdict.ok || tries === TRIES || unchanged(before, peek(disk, folder))
    ) {
      return verdict;
    }
  }
}

/** What stands, as far as it can be read. */
function peek(disk: Disk, folder: string): Uint8Array | undefined {
  try {
    return readReplaced(disk, join(folder, "authority.json"));
  } catch {
    return undefined;
  }
}

function unchanged(before?: Uint8Array, after?: Uint8Array): boolean {
  return before && after ? equals(before, after) : before === after;
}

async function lookOver(
  disk: Disk,
  folder: string,
  party: Party,
): Promise<Verdict> {
  const faults: LedgerFault[] = [];
  const notes: string[] = [];
  const told = (error: unknown) => void faults.push(asFault(error));
  try {
    requirePrivateFolder(disk, folder);
  } catch (error) {
    if (!isNotPrivate(error)) throw error;
    told(error);
  }
  const bytes = readAuthority(disk, folder, told);
  const state = bytes && await decoded(bytes, folder, party).catch(told);
  const sound = state || undefined;
  const history = await verifyHistory(disk, folder, sound);
  faults.push(...history.faults.map(asFault));
  notes.push(...history.notes);
  const temps = attempt("list", folder, () => disk.list(folder))
    .filter(isTemp).length;
  if (temps > 0) {
    notes.push(`${temps} unfinished files of dead or busy writers`);
  }
  return {
    ok: faults.length === 0,
    faults,
    notes,
    ...readable(bytes),
    history_sound: history.sound,
    history_records: sound?.history.records ?? null,
  };
}

function readAuthority(
  disk: Disk,
  folder: string,
  told: (error: unknown) => void,
): Uint8Array<ArrayBuffer> | undefined {
  const path = join(folder, "authority.json");
  try {
    const bytes = readReplaced(disk, path);
    if (bytes) return bytes;
  } catch (error) {
    told(error);
    return undefined;
  }
  const history = historyPath(folder);
  const found = attempt("look at", history, () => disk.lstat(history));
  if (!found) throw missingLedger(folder);
  told(unusable(
    "ledger/authority-missing",
    history,
    "the authority.json beside it is missing",
  ));
  return undefined;
}

async function decoded(
  bytes: Uint8Array<ArrayBuffer>,
  folder: string,
  party: Party,
): Promise<LedgerState> {
  const path = join(folder, "authority.json");
  const state = await decodeState(bytes, path);
  requireParty(state, party, path);
  return state;
}

/** How much of a file can still be read, its digest aside. */
function readable(
  bytes: Uint8Array | undefined,
): Pick<Verdict, "sessions" | "requests"> {
  try {
    const { sessions, requests } = JSON.parse(decodeUtf8(bytes!)!);
    return { sessions: lengthOf(sessions), requests: lengthOf(requests) };
  } catch {
    return { sessions: null, requests: null };
  }
}

function lengthOf(list: unknown): number | null {
  return Array.isArray(list) ? list.length : null;
}

function asFault(error: unknown): LedgerFault {
  if (!(error instanceof LnkError)) throw error;
  const { code, message, help } = error;
  return { code, message, ...(help === undefined ? {} : { help }) };
}

function isNotPrivate(error: unknown): boolean {
  return error instanceof LnkError && error.code === "disk/not-private";
}
