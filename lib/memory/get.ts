// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads portable documents, deletions and malformed ones too.
 *
 * @module
 */

import { jsonObject } from "../context/json_object.ts";
import { LnkError } from "../errors.ts";
import type { Store, StoredFile } from "../store/interface.ts";
import { decodeUtf8 } from "../text.ts";
import { type Evidence, type Memory, parseMemory } from "./document.ts";
import { documentPath, listDocuments } from "./paths.ts";

/** A portable document as it is stored. */
export interface StoredMemory {
  /** Its id. */
  readonly id: string;
  /** Its path in the store. */
  readonly path: string;
  /** The token that a change of it must name. */
  readonly version: bigint;
  /** Its JSON text with its own spelling; `undefined` if it is no JSON object. */
  readonly document: string | undefined;
  /** Its common fields; `undefined` if it is malformed. */
  readonly memory: Memory | undefined;
  /** Why it is malformed. */
  readonly problem: string | undefined;
}

/**
 * Reads a portable document.
 *
 * @param store Where.
 * @param id Its id.
 * @returns The document; `undefined` where there is none. A deletion is one.
 * @throws {LnkError} `name/malformed`; as the store does.
 */
export async function getMemory(
  store: Store,
  id: string,
): Promise<StoredMemory | undefined> {
  const file = await store.fileRead(documentPath(id));
  return file && storedMemory(file, id);
}

/**
 * Reads all portable documents, one after the other.
 *
 * @param store Where.
 * @returns The documents by id, deletions too.
 * @throws {LnkError} As the store does.
 */
export async function listMemory(
  store: Store,
): Promise<readonly StoredMemory[]> {
  const found: StoredMemory[] = [];
  for (const { id } of await listDocuments(store)) {
    const stored = await getMemory(store, id);
    if (stored) found.push(stored);
  }
  return found;
}

function storedMemory(
  { path, version, content }: StoredFile,
  id: string,
): StoredMemory {
  const text = decodeUtf8(content);
  const known = { id, path, version };
  if (text === undefined) {
    const problem = "it is not UTF-8";
    return { ...known, document: undefined, memory: undefined, problem };
  }
  try {
    const memory = parseMemory(text, id);
    return { ...known, document: text, memory, problem: undefined };
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    const document = jsonObject(text) ? text : undefined;
    return { ...known, document, memory: undefined, problem: error.message };
  }
}

/** How many conversations are asked for: a document of many is no reason to ask all day. */
const ASKED = 256;

/**
 * The evidence of a document that its store does not hold. It is kept: a
 * conversation may be in another place, or come back.
 *
 * @param store Where.
 * @param evidence A document's evidence.
 * @returns Those whose thread or record is not there, as far as the first 256
 *   threads tell.
 * @throws {LnkError} As the store does.
 */
export async function missingEvidence(
  store: Store,
  evidence: readonly Evidence[],
): Promise<readonly Evidence[]> {
  const lasts = new Map<string, number>();
  for (const { thread } of evidence) {
    if (lasts.has(thread) || lasts.size === ASKED) continue;
    lasts.set(thread, await lastOf(store, thread));
  }
  return evidence.filter(({ thread, seq }) =>
    seq > (lasts.get(thread) ?? Infinity)
  );
}

/** The last sequence; 0 for what is no thread of a conversation. */
async function lastOf(store: Store, thread: string): Promise<number> {
  try {
    return await store.last(thread);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "name/thread") return 0;
    throw error;
  }
}
