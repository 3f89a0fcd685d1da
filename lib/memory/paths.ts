// Copyright 2026 the lnk authors. MIT license.

/**
 * Where portable documents stand in a store.
 *
 * @module
 */

import { isName, requireName } from "../names.ts";
import type { ListedFile, Store } from "../store/interface.ts";

const FOLDER = "memory/portable/";
const ENDING = ".json";

/** A listed document. */
export interface ListedDocument extends ListedFile {
  /** The document's id. */
  readonly id: string;
}

/**
 * The path of a document.
 *
 * @param id The document's id.
 * @returns Its path in the store.
 * @throws {LnkError} `name/malformed`.
 */
export function documentPath(id: string): string {
  return `${FOLDER}${requireName("document", id)}${ENDING}`;
}

/**
 * Lists the portable documents of a store, deletions too.
 *
 * @param store The store.
 * @returns Their ids and versions, by id; files of other names are none.
 */
export async function listDocuments(
  store: Store,
): Promise<readonly ListedDocument[]> {
  return (await store.fileList(FOLDER)).flatMap((file) => {
    const id = file.path.slice(FOLDER.length, -ENDING.length);
    const named = file.path === `${FOLDER}${id}${ENDING}` &&
      isName("document", id);
    return named ? [{ ...file, id }] : [];
  });
}
