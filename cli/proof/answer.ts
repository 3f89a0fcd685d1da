// Copyright 2026 the lnk authors. MIT license.

import { endpointProof } from "../../lib/proof.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { type KeyFlags, readKey } from "../key.ts";

/** Runs `lnk-tool proof answer`: prints the proof. */
export default async function proofAnswer(
  this: Context,
  flags: KeyFlags,
  challenge: string,
): Promise<void> {
  const proof = await endpointProof(await readKey(this, flags), challenge);
  answer(this, flags, { proof }, `${proof}\n`);
}
