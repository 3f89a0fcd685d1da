// Copyright 2026 the lnk authors. MIT license.

import { EXIT } from "../../lib/errors.ts";
import { isChallenge, isProof, proofMatches } from "../../lib/proof.ts";
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
  const reason = malformed(challenge, proof);
  const text = matches
    ? "matches"
    : `does not match${WORDS[reason ?? "other"]}`;
  answer(this, flags, { matches, reason }, `${text}\n`);
  if (!matches) this.process.exitCode = EXIT.no;
}

/** What of the two is no such thing, whatever the key. */
function malformed(
  challenge: string,
  proof: string,
): "not-a-challenge" | "not-a-proof" | undefined {
  if (!isChallenge(challenge)) return "not-a-challenge";
  return isProof(proof) ? undefined : "not-a-proof";
}

const WORDS = {
  "not-a-challenge": ": the challenge is not 32 to 128 hex digits",
  "not-a-proof": ": the proof is not 64 lowercase hex digits",
  other: "",
} as const;
