// Copyright 2026 the lnk authors. MIT license.

import { LARGEST_CONTENT } from "../../lib/store/paths.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readArgument, refuseTwoInputs } from "../input.ts";
import { openStoreFor } from "../store_flags.ts";
import type { PutFlags } from "./flags.ts";

/** Runs `lnk-tool store put`. */
export default async function storePut(
  this: Context,
  flags: PutFlags,
  path: string,
): Promise<void> {
  refuseTwoInputs(["-", flags.keyFile ?? "", flags.grants ?? ""]);
  const content = await readArgument(this, "-", LARGEST_CONTENT.guidance);
  using store = await openStoreFor(this, flags);
  const version = await store.fileWrite(path, content, flags.expect);
  answer(this, flags, { file: { path, version } }, `${version}\n`);
}
