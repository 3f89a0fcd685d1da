// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import type { ClaimedCall } from "../../lib/ledger.ts";
import { shellPath, shellWord } from "../../lib/shell.ts";
import { inert, quote } from "../../lib/text.ts";
import { NAME } from "../../lib/version.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readKey } from "../key.ts";
import { RawJson } from "../report/json.ts";
import type { ConsumeFlags } from "./flags.ts";
import { quotedWhole } from "./call_text.ts";
import { openNamed } from "./open.ts";
import { outputIsLost } from "./output.ts";
import { programPolicy } from "./policy.ts";

/** Runs `lnk-tool ledger consume`: prints the call, once ever. */
export default async function consume(
  this: Context,
  flags: ConsumeFlags,
): Promise<void> {
  if (outputIsLost(this.disk)) throw nobodyReads(this, flags);
  const secret = await readKey(this, flags);
  const { request, attempt, generation } = flags;
  const policy = programPolicy(this, flags.policy, flags.policyTimeout * 1000);
  const call = await openNamed(this, flags)
    .consume({ secret, request, attempt, generation, policy });
  printClaimed(this, flags, call);
}

/** From here on the claim is used, whether or not anybody reads this. */
function printClaimed(
  context: Context,
  flags: ConsumeFlags,
  { request, tool, arguments: text }: ClaimedCall,
): void {
  const { io } = context;
  try {
    answer(
      context,
      flags,
      { request, tool, arguments: new RawJson(text) },
      `request    ${request}\ntool       ${quotedWhole(tool)}\n` +
        `arguments  ${inert(text)}\n`,
    );
  } catch (cause) {
    throw unprinted(context, flags, cause);
  }
  if (io.out.closed) throw unprinted(context, flags, undefined);
}

/** Before the claim; what fails after it is `ledger/claim-unprinted`. */
function nobodyReads(
  { io }: Context,
  { request, json }: ConsumeFlags,
): LnkError {
  const message = `Cannot print the call of request ${quote(request)}: ` +
    "standard output is closed or for reading only; nothing was claimed";
  if (json) io.err.write(`${message}\n`);
  return new LnkError("unable", "output/failed", message, {
    details: { request },
  });
}

function unprinted(
  { io }: Context,
  { request, json, attempt, generation, dir }: ConsumeFlags,
  cause: unknown,
): LnkError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  const message = `Cannot print the call of request ${quote(request)}: the ` +
    "output failed; its claim is used, and whether it was read is uncertain" +
    reason;
  const retire = `${NAME} ledger retire --attempt ${shellWord(attempt)} ` +
    `--generation ${generation} --dir ${shellPath(dir)}`;
  // A document goes to a reader who has gone; a person must still learn it.
  if (json && io.out.closed) io.err.write(`${message}\n`);
  return new LnkError("unable", "ledger/claim-unprinted", message, {
    cause,
    details: { request },
    help: "find out at the tool's own end whether it ran, for it is handed " +
      `out no second time; then: ${retire}`,
  });
}
