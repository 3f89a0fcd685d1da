// Copyright 2026 the lnk authors. MIT license.

/**
 * Does what a cell of the export's table says, and remembers it.
 *
 * The document is written before the state: where the state is lost in
 * between, the next export finds that both say the same.
 *
 * @module
 */

import { MISSING } from "../store/interface.ts";
import { getMemory, type StoredMemory } from "./get.ts";
import {
  type Candidate,
  type ExportItem,
  nativeState,
  sharedState,
  type Work,
} from "./item.ts";
import { documentPath } from "./paths.ts";
import { deleteMemory, putMemory } from "./put.ts";
import { writeState } from "./state.ts";
import { type Cell, EXPORT_TABLE } from "./table.ts";
import { isConflict } from "./write.ts";

/** How often another writer may come in between. */
const RACES = 8;

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
    const stored = await getMemory(work.store, candidate.id);
    const cell = cellOf(candidate, stored);
    if (cell.outcome === "exported") {
      remember(work, candidate, await exportText(work, candidate, stored));
    } else if (cell.outcome === "unchanged" && candidate.now && stored) {
      remember(work, candidate, stored.version);
    }
    return itemOf(candidate, stored, cell);
  });
}

/**
 * Gives the document the native text, whatever it says; deletes it where the
 * native file is gone.
 *
 * @param work The store and the state.
 * @param candidate The file.
 * @returns What was done.
 * @throws {LnkError} As store and disk do.
 */
export async function takeNative(
  work: Work,
  candidate: Candidate,
): Promise<ExportItem> {
  return await racing(async () => {
    const stored = await getMemory(work.store, candidate.id);
    const version = candidate.now
      ? await exportText(work, candidate, stored)
      : await exportDeletion(work, candidate, stored);
    remember(work, candidate, version);
    const why = "the native side was taken";
    return itemOf(candidate, stored, { outcome: "exported", why });
  });
}

/**
 * Takes the document as it is for the last good export.
 *
 * @param work The store and the state.
 * @param candidate The file.
 * @returns What was done.
 * @throws {LnkError} As store and disk do.
 */
export async function record(
  work: Work,
  candidate: Candidate,
): Promise<ExportItem> {
  const stored = await getMemory(work.store, candidate.id);
  remember(work, candidate, stored?.version ?? MISSING);
  const why = "the shared side was taken";
  return itemOf(candidate, stored, { outcome: "preserved", why });
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
  return await putMemory(store, { id, document, expect }, host.now);
}

async function exportDeletion(
  { store, host }: Work,
  { id }: Candidate,
  stored: StoredMemory | undefined,
): Promise<bigint> {
  if (!stored) return MISSING;
  if (stored.memory?.deleted) return stored.version;
  return await deleteMemory(store, { id, expect: stored.version }, host.now);
}

function remember(work: Work, candidate: Candidate, version: bigint): void {
  const { host, folder, owner, state } = work;
  const { file, now, last } = candidate;
  const digest = now?.digest ?? last!.digest;
  if (last?.digest === digest && last.version === version) return;
  state.set(file, { digest, version });
  writeState(host, folder, owner, state);
}

function cellOf(
  candidate: Candidate,
  stored: StoredMemory | undefined,
): Cell {
  return EXPORT_TABLE[nativeState(candidate)][sharedState(candidate, stored)];
}

function itemOf(
  candidate: Candidate,
  stored: StoredMemory | undefined,
  { outcome, why }: Cell,
): ExportItem {
  const { file, id } = candidate;
  return {
    file,
    id,
    path: documentPath(id),
    native: nativeState(candidate),
    shared: sharedState(candidate, stored),
    outcome,
    why,
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
