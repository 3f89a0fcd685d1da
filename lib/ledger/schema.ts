// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON Schemas of the ledger's files, from the definition that checks them.
 *
 * @module
 */

import { toJSONSchema } from "zod/mini";
import { AUTHORITY, RECORD } from "./form.ts";

/**
 * The JSON Schemas of the ledger's files.
 *
 * @returns The schema of authority.json, and that of a line of history.jsonl
 *   as its definition `record`.
 */
export function ledgerSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...file } = toJSONSchema(AUTHORITY);
  const { $schema: _, ...line } = toJSONSchema(RECORD);
  return {
    $schema,
    title: "authority.json and, as the definition record, a line of " +
      "history.jsonl",
    ...file,
    $defs: { record: line },
  };
}
