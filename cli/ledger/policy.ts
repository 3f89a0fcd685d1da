// Copyright 2026 the lnk authors. MIT license.

/**
 * A policy that is a program: exit 0 allows, all else refuses.
 *
 * It runs in a process group of its own, and the whole group is killed when it
 * ends, in whatever way. A child that leaves the group escapes that.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import type { ClaimedCall, Policy } from "../../lib/ledger.ts";
import { inert, quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "./policy_file.ts";
import { type Ended, runGroup } from "./process.ts";

/**
 * The policy that a program decides.
 *
 * @param context The command's `this`; what the program prints is shown on
 *   standard error.
 * @param program A path with a slash, or a name on PATH.
 * @param limit The most milliseconds it may take.
 * @returns The policy; it throws where it does not allow.
 */
export function programPolicy(
  context: Context,
  program: string,
  limit: number,
): Policy {
  return async (call) => {
    const path = findPolicy(context, program, call.request);
    const ended = await started(path, call, limit);
    showOutput(context, ended.output);
    if (ended.how === 0) return true;
    throw refused(call, program, ended);
  };
}

async function started(
  path: string,
  { request, tool, arguments: text }: ClaimedCall,
  limit: number,
): Promise<Ended> {
  const question = `{"tool":${JSON.stringify(tool)},"arguments":${text}}\n`;
  try {
    return await runGroup(path, new TextEncoder().encode(question), limit);
  } catch (cause) {
    throw new LnkError(
      "no",
      "ledger/policy-failed",
      `Cannot ask the policy ${quote(path)}: it does not start`,
      { cause, details: { request } },
    );
  }
}

function refused(call: ClaimedCall, program: string, ended: Ended): LnkError {
  const { how, output } = ended;
  const said = typeof how === "number";
  const state = said ? `it exits ${how}` : how;
  return new LnkError(
    "no",
    said ? "ledger/policy-refused" : "ledger/policy-failed",
    `Cannot consume request ${quote(call.request)}: the policy ` +
      `${quote(program)} does not allow it, ${state}`,
    { details: { request: call.request, policy: { ended: how, output } } },
  );
}

function showOutput({ io }: Context, output: string): void {
  if (output === "") return;
  for (const line of output.trimEnd().split("\n")) {
    io.err.write(`policy: ${inert(line)}\n`);
  }
}
