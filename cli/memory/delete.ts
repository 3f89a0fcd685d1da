// Copyright 2026 the lnk authors. MIT license.

import { deleteMemory } from "../../lib/memory/put.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor } from "../store_flags.ts";
import type { DeleteFlags } from "./flags.ts";
import { pauseOf } from "./pause.ts";

/** Runs `lnk-tool memory delete`: prints the version of the deletion. */
export default async function memoryDelete(
  this: Context,
  flags: DeleteFlags,
  id: string,
): Promise<void> {
  const { expect } = flags;
  using store = await openStoreFor(this, flags);
  const change = { id, expect, pause: pauseOf(this) };
  const version = await deleteMemory(store, change, this.io.now);
  answer(this, flags, { memory: { id, version } }, `${version}\n`);
}
