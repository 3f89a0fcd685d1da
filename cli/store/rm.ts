// Copyright 2026 the lnk authors. MIT license.

import { MISSING } from "../../lib/store/interface.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor } from "../store_flags.ts";
import type { RemoveFlags } from "./flags.ts";

/** Runs `lnk-tool store rm`: silent when it is done. */
export default async function storeRm(
  this: Context,
  flags: RemoveFlags,
  path: string,
): Promise<void> {
  using store = await openStoreFor(this, flags);
  await store.fileDelete(path, flags.expect);
  answer(this, flags, { file: { path, version: MISSING } }, "");
}
