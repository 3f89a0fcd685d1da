// Copyright 2026 the lnk authors. MIT license.

import { LARGEST_CONTENT } from "../../lib/store/paths.ts";
import { LnkError } from "../../lib/errors.ts";
import { checkEvidence } from "../../lib/memory/evidence.ts";
import { getMemory } from "../../lib/memory/get.ts";
import { putMemory } from "../../lib/memory/put.ts";
import type { Store } from "../../lib/store/interface.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { withStore } from "../store_advice.ts";
import { readTextInput } from "../text_input.ts";
import type { PutFlags } from "./flags.ts";
import {
  evidenceFields,
  type ToldEvidence,
  warnOfEvidence,
} from "./evidence.ts";
import { pauseOf } from "./pause.ts";

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
  const change = { id, document, expect, pause: pauseOf(this) };
  const { version, evidence } = await withStore(this, flags, async (store) => {
    const version = await putMemory(store, change, this.io.now);
    return { version, evidence: await evidenceOf(store, id, version) };
  });
  answer(
    this,
    flags,
    {
      memory: { id, version },
      ...evidenceFields(evidence),
    },
    `${version}\n`,
    {
      did: `${quote(id)} was written, and is at version ${version}`,
      next: "the change is stored for good",
    },
  );
  if (!flags.json) warnOfEvidence(this, evidence);
}

/** What is written is written: a look at its evidence that fails takes nothing back. */
async function evidenceOf(
  store: Store,
  id: string,
  version: bigint,
): Promise<ToldEvidence> {
  try {
    const stored = await getMemory(store, id);
    // Another writer's evidence is not this one's to be told of.
    const own = stored?.version === version ? stored.memory : undefined;
    return await checkEvidence(store, own?.evidence ?? []);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return { missing: [], unchecked: [{ why: error.message }] };
  }
}
