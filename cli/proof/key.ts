// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
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
  if (path === "-") throw noFile();
  await makeKeyFile(hostOf(this), path);
  answer(this, flags, { path }, `${inert(path)}: a new key, for you only\n`, {
    did: `the key is made, in ${quote(path)}`,
    next: "nothing is left to do: it is whole, and is printed by no command",
  });
}

/** Elsewhere `-` is a stream, and a key on a terminal or in a log is no secret. */
function noFile(): LnkError {
  return new LnkError(
    "usage",
    "usage/arguments",
    'Cannot make the key file "-": a key is printed by no command',
    { help: "name the file; one that is called so is ./-" },
  );
}
