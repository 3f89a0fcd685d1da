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
import { type Memory, parseMemory } from "./document.ts";
import { documentPath, listDocuments, type ListedDocument } from "./paths.ts";

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
 * @returns The documents by id, deletions too; one that is listed and cannot
 *   be read is malformed.
 * @throws {LnkError} As the store does where it is about more than one.
 */
export async function listMemory(
  store: Store,
): Promise<readonly StoredMemory[]> {
  const found: StoredMemory[] = [];
  for (const listed of await listDocuments(store)) {
    const stored = await getListed(store, listed);
    if (stored) found.push(stored);
  }
  return found;
}

async function getListed(
  store: Store,
  { id, path, version }: ListedDocument,
): Promise<StoredMemory | undefined> {
  try {
    return await getMemory(store, id);
  } catch (error) {
    if (!(error instanceof LnkError && error.code.startsWith("disk/"))) {
      throw error;
    }
    const { message: problem } = error;
    const nothing = { document: undefined, memory: undefined };
    return { id, path, version, ...nothing, problem };
  }
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
