// Copyright 2026 the lnk authors. MIT license.

/** Portable documents in JSON output. */

import type { StoredMemory } from "../../lib/memory/get.ts";
import { RawJson } from "../report/json.ts";

/**
 * The members of a document.
 *
 * @param stored The document.
 * @returns Id, version, the document in its own spelling (null if it is no
 *   JSON object), and what is wrong with it.
 */
export function memoryFields(
  { id, version, document, problem }: StoredMemory,
): Record<string, unknown> {
  return {
    id,
    version,
    document: document === undefined ? null : new RawJson(document),
    problem,
  };
}
