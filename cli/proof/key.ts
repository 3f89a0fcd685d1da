// Copyright 2026 the lnk authors. MIT license.

import { makeKeyFile } from "../../lib/secret.ts";
import { inert, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import { type CommonFlags, type Context, hostOf } from "../context.ts";

/** Runs `lnk-tool proof key`: the key itself is never printed. */
export default async function proofKey(
  this: Context,
  flags: CommonFlags,
  path: string,
): Promise<void> {
  await makeKeyFile(hostOf(this), path);
  answer(this, flags, { path }, `${inert(path)}: a new key, for you only\n`, {
    did: `the key is made, in ${quote(path)}`,
    next: "nothing is left to do: it is whole, and is printed by no command",
  });
}
