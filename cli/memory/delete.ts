// Copyright 2026 the lnk authors. MIT license.

import { deleteMemory } from "../../lib/memory/put.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { withStore } from "../store_advice.ts";
import type { DeleteFlags } from "./flags.ts";
import { pauseOf } from "./pause.ts";

/** Runs `lnk-tool memory delete`: prints the version of the deletion. */
export default async function memoryDelete(
  this: Context,
  flags: DeleteFlags,
  id: string,
): Promise<void> {
  const { expect } = flags;
  const change = { id, expect, pause: pauseOf(this) };
  const version = await withStore(
    this,
    flags,
    (store) => deleteMemory(store, change, this.io.now),
  );
  answer(this, flags, { memory: { id, version } }, `${version}\n`, {
    did: `${quote(id)} was deleted, and is at version ${version}`,
    next: "the deletion is stored for good",
  });
}
