// Copyright 2026 the lnk authors. MIT license.

import { inertLines } from "../../lib/context/markdown.ts";
import { LnkError } from "../../lib/errors.ts";
import { checkEvidence } from "../../lib/memory/evidence.ts";
import { getMemory, type StoredMemory } from "../../lib/memory/get.ts";
import type { Store } from "../../lib/store/interface.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { withStore } from "../store_advice.ts";
import type { StoreFlags } from "../store_flags.ts";
import { evidenceFields, warnOfEvidence } from "./evidence.ts";
import { memoryFields } from "./fields.ts";

/** Runs `lnk-tool memory get`: the document in its own spelling. */
export default async function memoryGet(
  this: Context,
  flags: StoreFlags,
  id: string,
): Promise<void> {
  const { stored, evidence } = await withStore(this, flags, async (store) => {
    const stored = await requireMemory(store, id);
    const evidence = await checkEvidence(store, stored.memory!.evidence);
    return { stored, evidence };
  });
  const document = shown(this, stored.document!);
  answer(this, flags, {
    memory: memoryFields(stored),
    ...evidenceFields(evidence),
  }, document.endsWith("\n") ? document : `${document}\n`);
  if (!flags.json) warnOfEvidence(this, evidence);
}

/** As it is spelled; on a terminal nothing in it may move the cursor. */
function shown({ io }: Context, document: string): string {
  return io.out.terminal ? inertLines(document).join("\n") : document;
}

async function requireMemory(store: Store, id: string): Promise<StoredMemory> {
  const stored = await getMemory(store, id);
  if (!stored) {
    throw new LnkError(
      "no",
      "memory/missing",
      `Cannot get ${quote(id)}: there is no such portable document`,
    );
  }
  if (stored.memory) return stored;
  const { problem, version } = stored;
  const details = { version };
  throw new LnkError("refused", "memory/malformed", problem!, { details });
}
