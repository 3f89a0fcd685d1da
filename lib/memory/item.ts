// Copyright 2026 the lnk authors. MIT license.

/**
 * A native file beside its last good export and its shared document: which
 * cell of the table it is in.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import type { Store } from "../store/interface.ts";
import type { StoredMemory } from "./get.ts";
import { type NativeFile, type NativeFolder, nativeId } from "./native.ts";
import type { Exported, ExportState, StateOwner } from "./state.ts";
import type { NativeState, Outcome, SharedState } from "./table.ts";

/** What became of one native file. */
export interface ExportItem {
  /** The native file's name. */
  readonly file: string;
  /** Its document. */
  readonly id: string;
  /** The document's path in the store. */
  readonly path: string;
  /** What became of the native file since its last good export. */
  readonly native: NativeState;
  /** What became of the document since then. */
  readonly shared: SharedState;
  /** What was done. */
  readonly outcome: Outcome;
  /** Why. */
  readonly why: string;
  /** The document's version now; 0 where there is none. A decision names it. */
  readonly version: bigint;
}

/** What an export works with, under the lock of its state. */
export interface Work {
  /** The machine. */
  readonly host: Host;
  /** Where the documents are. */
  readonly store: Store;
  /** Where the state is. */
  readonly folder: string;
  /** Whose state it is. */
  readonly owner: StateOwner;
  /** The last good exports. */
  readonly state: ExportState;
  /** How many of them are not kept yet. */
  readonly pending: { count: number };
}

/** A native file, or one that was exported and is gone. */
export interface Candidate {
  /** Its name. */
  readonly file: string;
  /** Its document. */
  readonly id: string;
  /** The file as it is now, unless it is gone. */
  readonly now?: NativeFile;
  /** Its last good export, unless it is new. */
  readonly last?: Exported;
}

/**
 * All files that an export looks at.
 *
 * @param work The state.
 * @param native The folder; what is skipped in it is not taken for gone.
 * @returns The files by name.
 */
export function itemsOf(
  { state, owner }: Work,
  { files, skipped }: NativeFolder,
): readonly Candidate[] {
  const there = new Set([...files, ...skipped].map(({ file }) => file));
  const byId = new Map<string, Exported>();
  for (const [file, last] of state) {
    const id = nativeId(owner.adapter, file);
    if (id !== undefined) byId.set(id, last);
  }
  const present = files.map((now): Candidate => {
    // A file that has another name now is still the one of its document.
    const last = state.get(now.file) ?? byId.get(now.id);
    return { file: now.file, id: now.id, now, ...(last && { last }) };
  });
  const owned = new Set(files.map(({ id }) => id));
  const gone = [...state].flatMap(([file, last]): Candidate[] => {
    const id = nativeId(owner.adapter, file);
    if (id === undefined || owned.has(id)) return [];
    return there.has(file) ? [] : [{ file, id, last }];
  });
  return [...present, ...gone]
    .sort((one, other) => one.file < other.file ? -1 : 1);
}

/**
 * The row of a file.
 *
 * @param candidate The file.
 * @returns What became of it.
 */
export function nativeState({ now, last }: Candidate): NativeState {
  if (!now) return "gone";
  if (!last) return "new";
  return now.digest === last.digest ? "same" : "changed";
}

/** A document as it is now. */
export interface Found {
  /** The document, if there is one. */
  readonly stored: StoredMemory | undefined;
  /** The SHA-256 of its text, in lowercase hex; `undefined` if it has none. */
  readonly said: string | undefined;
}

/**
 * The column of a file.
 *
 * @param candidate The file.
 * @param found Its document.
 * @returns What became of it.
 */
export function sharedState(
  { now, last }: Candidate,
  { stored, said }: Found,
): SharedState {
  if (!stored) return "missing";
  if (stored.memory?.deleted) return "deleted";
  if (stored.version === last?.version) return "same";
  if (said !== undefined && said === last?.said) return "same";
  return now && stored.memory?.text === now.text ? "same" : "changed";
}
