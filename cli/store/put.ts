// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { tooLarge } from "../../lib/store/collection.ts";
import {
  LARGEST_CONTENT,
  largestContent,
  storePath,
} from "../../lib/store/paths.ts";
import { quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readArgument, refuseTwoInputs } from "../input.ts";
import { withStore } from "../store_advice.ts";
import type { PutFlags } from "./flags.ts";

/** Standard input, up to what the path may hold. */
async function contentFor(context: Context, path: string) {
  // A conversation holds no file: the store says so, however long the input is.
  const limit = largestContent(storePath(path)) || LARGEST_CONTENT.guidance;
  try {
    return await readArgument(context, "-", limit);
  } catch (error) {
    const large = error instanceof LnkError && error.code === "file/too-large";
    throw large ? tooLarge(path, "write", limit) : error;
  }
}

/** Runs `lnk-tool store put`. */
export default async function storePut(
  this: Context,
  flags: PutFlags,
  path: string,
): Promise<void> {
  refuseTwoInputs(["-", flags.keyFile ?? "", flags.grants ?? ""]);
  const content = await contentFor(this, path);
  const version = await withStore(
    this,
    flags,
    (store) => store.fileWrite(path, content, flags.expect),
  );
  answer(this, flags, { file: { path, version } }, `${version}\n`, {
    did: `${quote(path)} was written, and is at version ${version}`,
    next: "the change is stored for good",
  });
}
