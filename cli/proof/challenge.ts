// Copyright 2026 the lnk authors. MIT license.

import { newChallenge } from "../../lib/proof.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";

/** Runs `lnk-tool proof challenge`: prints a fresh one. */
export default function proofChallenge(
  this: Context,
  flags: CommonFlags,
): void {
  const challenge = newChallenge((length) => this.io.random(length));
  answer(this, flags, { challenge }, `${challenge}\n`);
}
