// Copyright 2026 the lnk authors. MIT license.

import { MISSING } from "../../lib/store/interface.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { withStore } from "../store_advice.ts";
import type { RemoveFlags } from "./flags.ts";

/** Runs `lnk-tool store rm`: silent when it is done. */
export default async function storeRm(
  this: Context,
  flags: RemoveFlags,
  path: string,
): Promise<void> {
  await withStore(
    this,
    flags,
    (store) => store.fileDelete(path, flags.expect),
  );
  answer(this, flags, { file: { path, version: MISSING } }, "", {
    did: `${quote(path)} was removed`,
    next: "nothing is left to do",
  });
}
