// Copyright 2026 the lnk authors. MIT license.

/**
 * Does what a cell of the export's table says, and remembers it.
 *
 * The document is written before the state: where the state is lost in
 * between, the next export finds that both say the same.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { versionConflict } from "../store/conflict.ts";
import { MISSING } from "../store/interface.ts";
import { getMemory, type StoredMemory } from "./get.ts";
import {
  type Candidate,
  type ExportItem,
  type Found,
  nativeState,
  sharedState,
  type Work,
} from "./item.ts";
import { documentPath } from "./paths.ts";
import { deleteMemory, putMemory } from "./put.ts";
import { nativeId } from "./native.ts";
import { type Exported, writeState } from "./state.ts";
import { type Cell, EXPORT_TABLE } from "./table.ts";
import { isConflict, type Pause } from "./write.ts";

/** How often another writer may come in between. */
const RACES = 8;

/** After how many files the state is kept: what is not kept yet is found done. */
const KEPT = 64;

/**
 * Does what the table says about a file.
 *
 * @param work The store and the state.
 * @param candidate The file.
 * @returns What was done.
 * @throws {LnkError} As store and disk do.
 */
export async function applyCell(
  work: Work,
  candidate: Candidate,
): Promise<ExportItem> {
  return await racing(async () => {
    const found = await find(work, candidate);
    const { stored } = found;
    const cell = cellOf(candidate, found);
    let version = stored?.version ?? MISSING;
    if (cell.outcome === "exported") {
      version = await exportText(work, candidate, stored);
      remember(work, candidate, { version, said: candidate.now!.digest });
    } else if (cell.outcome === "unchanged" && candidate.now && stored) {
      remember(work, candidate, { version, said: found.said });
    }
    return itemOf(candidate, found, { ...cell, version });
  });
}

/**
 * Gives the document the native text, whatever it says; deletes it where the
 * native file is gone.
 *
 * @param work The store and the state.
 * @param candidate The file.
 * @param expect The version of the document that was decided about; 0 where
 *   there was none.
 * @returns What was done.
 * @throws {LnkError} `store/version-conflict` (details: `version`) if another
 *   one stands there; as store and disk do.
 */
export async function takeNative(
  work: Work,
  candidate: Candidate,
  expect: bigint,
): Promise<ExportItem> {
  const found = await find(work, candidate, expect);
  const { stored } = found;
  const version = candidate.now
    ? await exportText(work, candidate, stored)
    : await exportDeletion(work, candidate, stored);
  remember(work, candidate, { version, said: candidate.now?.digest });
  const why = "the native side was taken";
  return itemOf(candidate, found, { outcome: "exported", why, version });
}

/**
 * Takes the document as it is for the last good export.
 *
 * @param work The store and the state.
 * @param candidate The file.
 * @param expect The version of the document that was decided about; 0 where
 *   there was none.
 * @returns What was done.
 * @throws {LnkError} As {@linkcode takeNative}.
 */
export async function takeShared(
  work: Work,
  candidate: Candidate,
  expect: bigint,
): Promise<ExportItem> {
  const found = await find(work, candidate, expect);
  remember(work, candidate, { version: expect, said: found.said });
  const why = "the shared side was taken";
  return itemOf(candidate, found, {
    outcome: "preserved",
    why,
    version: expect,
  });
}

/** The document as it is now, at the version that is expected. */
async function find(
  { store }: Work,
  { id }: Candidate,
  expect?: bigint,
): Promise<Found> {
  const stored = await getMemory(store, id);
  const version = stored?.version ?? MISSING;
  if (expect !== undefined && version !== expect) {
    throw versionConflict(documentPath(id), version, expect);
  }
  const { memory } = stored ?? {};
  const said = memory && !memory.deleted
    ? await digestOf(memory.text)
    : undefined;
  return { stored, said };
}

async function digestOf(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}

async function exportText(
  { store, host, owner }: Work,
  { id, file, now }: Candidate,
  stored: StoredMemory | undefined,
): Promise<bigint> {
  const { text } = now!;
  const says = stored?.memory;
  if (says?.text === text && !says.deleted) return stored!.version;
  const source = { adapter: owner.adapter, session: "memory", record: file };
  const made = { id, text, source, evidence: [], deleted: false };
  const change = says ? { text, deleted: false } : made;
  const document = JSON.stringify(change);
  const expect = stored?.version ?? MISSING;
  const pause = pauseOf(host);
  return await putMemory(store, { id, document, expect, pause }, host.now);
}

async function exportDeletion(
  { store, host }: Work,
  { id }: Candidate,
  stored: StoredMemory | undefined,
): Promise<bigint> {
  if (!stored) return MISSING;
  if (stored.memory?.deleted) return stored.version;
  const deletion = { id, expect: stored.version, pause: pauseOf(host) };
  return await deleteMemory(store, deletion, host.now);
}

function pauseOf({ sleep }: Work["host"]): Pause {
  return (lost) => sleep(50 * 2 ** lost);
}

function remember(
  work: Work,
  { id, file, now, last }: Candidate,
  { version, said }: Omit<Exported, "digest">,
): void {
  const { owner, state, pending } = work;
  const digest = now?.digest ?? last!.digest;
  const known = state.get(file);
  if (
    known?.digest === digest && known.version === version && known.said === said
  ) return;
  for (const other of state.keys()) {
    if (nativeId(owner.adapter, other) === id) state.delete(other);
  }
  state.set(file, { digest, version, said });
  if (++pending.count >= KEPT) keepState(work);
}

/**
 * Keeps what was exported and is not kept yet.
 *
 * @param work The state.
 * @throws {LnkError} As the disk does.
 */
export function keepState(
  { host, folder, owner, state, pending }: Work,
): void {
  if (pending.count === 0) return;
  writeState(host, folder, owner, state);
  pending.count = 0;
}

function cellOf(candidate: Candidate, found: Found): Cell {
  return EXPORT_TABLE[nativeState(candidate)][sharedState(candidate, found)];
}

function itemOf(
  candidate: Candidate,
  found: Found,
  done: Cell & Pick<ExportItem, "version">,
): ExportItem {
  const { file, id } = candidate;
  return {
    file,
    id,
    path: documentPath(id),
    native: nativeState(candidate),
    shared: sharedState(candidate, found),
    ...done,
  };
}

/** Looks again where another writer changed the document in between. */
async function racing<T>(act: () => Promise<T>): Promise<T> {
  for (let races = 1;; races++) {
    try {
      return await act();
    } catch (error) {
      if (!isConflict(error) || races === RACES) throw error;
    }
  }
}
