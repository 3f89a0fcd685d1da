// Copyright 2026 the lnk authors. MIT license.

import { EXIT } from "../../lib/errors.ts";
import { isChallenge, proofMatches } from "../../lib/proof.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { type KeyFlags, readKey } from "../key.ts";

/** Runs `lnk-tool proof check`: exit 0 if it matches, 1 if not. */
export default async function proofCheck(
  this: Context,
  flags: KeyFlags,
  ...[challenge, proof]: [string, string]
): Promise<void> {
  const key = await readKey(this, flags);
  const matches = await proofMatches(key, challenge, proof);
  answer(this, flags, { matches }, `${verdict(matches, challenge)}\n`);
  if (!matches) this.process.exitCode = EXIT.no;
}

function verdict(matches: boolean, challenge: string): string {
  if (matches) return "matches";
  return isChallenge(challenge)
    ? "does not match"
    : "does not match: the challenge is not 32 to 128 hex digits";
}
