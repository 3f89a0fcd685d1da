// Copyright 2026 the lnk authors. MIT license.

import { LARGEST_CONTENT } from "../../lib/store/paths.ts";
import { getMemory, missingEvidence } from "../../lib/memory/get.ts";
import { putMemory } from "../../lib/memory/put.ts";
import type { Store } from "../../lib/store/interface.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor } from "../store_flags.ts";
import { readTextInput } from "../text_input.ts";
import type { PutFlags } from "./flags.ts";
import { warnOfEvidence } from "./evidence.ts";

/** Runs `lnk-tool memory put`: prints the new version. */
export default async function memoryPut(
  this: Context,
  flags: PutFlags,
  id: string,
): Promise<void> {
  const { text, expect } = flags;
  const document = text === undefined
    ? await readTextInput(this, flags, {
      limit: LARGEST_CONTENT.document,
      code: "memory/document",
      what: "the document",
    })
    : JSON.stringify({ id, text });
  using store = await openStoreFor(this, flags);
  const version = await putMemory(store, { id, document, expect }, this.io.now);
  const missing = await missingOf(store, id, version);
  answer(this, flags, {
    memory: { id, version },
    ...(missing.length > 0 && { evidence_missing: missing }),
  }, `${version}\n`);
  if (!flags.json) warnOfEvidence(this, missing);
}

async function missingOf(store: Store, id: string, version: bigint) {
  const stored = await getMemory(store, id);
  // Another writer's evidence is not this one's to be told of.
  if (stored?.version !== version || !stored.memory) return [];
  return await missingEvidence(store, stored.memory.evidence);
}
