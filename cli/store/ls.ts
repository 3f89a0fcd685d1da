// Copyright 2026 the lnk authors. MIT license.

import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor, type StoreFlags } from "../store_flags.ts";

/** Runs `lnk-tool store ls`. */
export default async function storeLs(
  this: Context,
  flags: StoreFlags,
  prefix?: string,
): Promise<void> {
  using store = await openStoreFor(this, flags);
  const files = await store.fileList(prefix);
  const lines = files.map(({ path, version }) =>
    `${`${version}`.padStart(20)}  ${inert(path)}\n`
  );
  answer(this, flags, { files }, lines.join(""));
}
