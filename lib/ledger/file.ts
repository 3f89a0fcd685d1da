// Copyright 2026 the lnk authors. MIT license.

/**
 * authority.json on the disk: read without a lock, replaced whole under it.
 *
 * @module
 */

import { equals } from "@std/bytes/equals";
import { join } from "@std/path/posix";
import {
  type Disk,
  durableWrite,
  type Host,
  readPrivate,
  requirePrivateFolder,
} from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { unusable } from "./fault.ts";
import { AUTHORITY_LIMIT, decodeState, encodeState } from "./format.ts";
import type { LedgerState } from "./types.ts";

/** The parts of the machine that a file needs. */
export type FileHost = Pick<Host, "disk" | "random">;

/** Who a ledger must be of; what is absent is not asked. */
export interface Party {
  /** The agent's id. */
  readonly agent?: string | undefined;
  /** Who answers for it. */
  readonly owner?: string | undefined;
}

/** A ledger's file as this process knows it. */
export interface LedgerFile {
  /** Its path. */
  readonly path: string;
  /** Reads it; what is unchanged is not parsed again. */
  load(): Promise<LedgerState>;
  /** Replaces it for good. */
  commit(state: LedgerState, limit: number): Promise<void>;
  /** Its size when it was last read or written. */
  size(): number;
}

/**
 * The file of a ledger.
 *
 * @param host The disk and its randomness.
 * @param folder The ledger's folder.
 * @param party Who it must be of.
 * @returns Its reader and writer.
 */
export function ledgerFile(
  host: FileHost,
  folder: string,
  party: Party,
): LedgerFile {
  const path = join(folder, "authority.json");
  let known: { bytes: Uint8Array; state: LedgerState } | undefined;
  return {
    path,
    size: () => known?.bytes.length ?? 0,
    async load() {
      const bytes = readAuthority(host, folder, path);
      if (known && equals(known.bytes, bytes)) return known.state;
      const state = await decodeState(bytes, path);
      requireParty(state, party, path);
      known = { bytes, state };
      return state;
    },
    async commit(state, limit) {
      const bytes = await encodeState(state, path);
      if (bytes.length > limit) throw full(path, bytes.length, limit);
      known = undefined;
      durableWrite(host, path, bytes);
      known = { bytes, state };
    },
  };
}

function readAuthority(
  { disk }: FileHost,
  folder: string,
  path: string,
): Uint8Array<ArrayBuffer> {
  requirePrivateFolder(disk, folder);
  const bytes = readReplaced(disk, path);
  if (bytes) return bytes;
  throw missingLedger(folder);
}

/** How often a read is tried that meets a writer. */
export const TRIES = 50;

/**
 * Reads authority.json without the lock: a writer may replace it between the
 * look at its name and the look at the open file, which then is another one or
 * has no name any more.
 *
 * @param disk Where.
 * @param path The file.
 * @returns The whole file, as it was before or after the change; `undefined`
 *   where nothing stands.
 * @throws {LnkError} Those of a private file.
 */
export function readReplaced(
  disk: Disk,
  path: string,
): Uint8Array<ArrayBuffer> | undefined {
  for (let tries = 1;; tries++) {
    try {
      return readPrivate(disk, path, AUTHORITY_LIMIT);
    } catch (error) {
      if (tries === TRIES || !metWriter(error)) throw error;
    }
  }
}

function metWriter(error: unknown): boolean {
  return error instanceof LnkError &&
    (error.code === "disk/changed" || error.code === "disk/many-names");
}

/**
 * The error for a folder without a ledger.
 *
 * @param folder Which one.
 * @returns An error of code `ledger/missing`.
 */
export function missingLedger(folder: string): LnkError {
  return new LnkError(
    "unable",
    "ledger/missing",
    `Cannot use ${quote(folder)}: there is no ledger in it`,
  );
}

/**
 * Refuses the ledger of another agent or owner.
 *
 * @param state The ledger.
 * @param party Whose it must be.
 * @param path Its file, for the message.
 * @throws {LnkError} `ledger/foreign`.
 */
export function requireParty(
  state: LedgerState,
  party: Party,
  path: string,
): void {
  for (const name of ["agent", "owner"] as const) {
    const wanted = party[name];
    if (wanted === undefined || wanted === state[name]) continue;
    throw unusable(
      "ledger/foreign",
      path,
      `its ${name} is ${quote(state[name])}, not ${quote(wanted)}`,
    );
  }
}

function full(path: string, size: number, limit: number): LnkError {
  return unusable(
    "ledger/full",
    path,
    `it would have ${size} bytes, and this step may fill it to ${limit}`,
    { details: { bytes: size, limit } },
  );
}
