// Copyright 2026 the lnk authors. MIT license.

/**
 * Handing out a call: once, ever.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { ConsumeOptions } from "./calls.ts";
import {
  fingerprintOf,
  NAME_LIMIT,
  requireOpaque,
  requireWhole,
} from "./names.ts";
import { commit, type Opened, past, view } from "./opened.ts";
import { claimStep, consumable, type Consumption } from "./request_steps.ts";
import type {
  ClaimedCall,
  LedgerRequest,
  LedgerState,
  Policy,
} from "./types.ts";

/**
 * Claims a call and hands it out.
 *
 * The policy runs without the lock: it may take its time, and others go on.
 * So all that was checked before it is checked again after it, under the lock.
 *
 * @param world The ledger.
 * @param options Who asks for what, and the policy.
 * @returns The call as the owner approved it.
 */
export async function consume(
  world: Opened,
  { secret, policy, request, attempt, generation }: ConsumeOptions,
): Promise<ClaimedCall> {
  requireOpaque("a request id", request, NAME_LIMIT);
  requireOpaque("an attempt id", attempt, NAME_LIMIT);
  requireWhole(generation);
  const fingerprint = await fingerprintOf(secret);
  const wanted: Consumption = { fingerprint, request, attempt, generation };
  const before = await view(world, await world.file.load(), { attempt });
  const found = await past(world, before, request);
  const call = handedOut(consumable(before, wanted, found));
  await askPolicy(policy, call);
  try {
    const claim = async (state: LedgerState) =>
      claimStep(state, wanted, await past(world, state, request));
    return handedOut(await commit(world, claim, { attempt }));
  } catch (error) {
    throw isUnknown(error) ? claimUnknown(request, error) : error;
  }
}

async function askPolicy(policy: Policy, call: ClaimedCall): Promise<void> {
  const what = `Cannot consume request ${quote(call.request)}`;
  let allowed: unknown;
  try {
    allowed = await policy(call);
  } catch (error) {
    if (error instanceof LnkError) throw error;
    const message = `${what}: the policy failed`;
    throw new LnkError("no", "ledger/policy-failed", message, {
      cause: error,
      details: { request: call.request },
    });
  }
  // Nothing but `true`: a policy in JavaScript may return anything.
  if (allowed === true) return;
  throw new LnkError(
    "no",
    "ledger/policy-refused",
    `${what}: the policy refuses`,
    { details: { request: call.request } },
  );
}

function handedOut(request: LedgerRequest): ClaimedCall {
  const { tool, arguments: text } = request;
  return { request: request.request, tool, arguments: text };
}

function isUnknown(error: unknown): boolean {
  return error instanceof LnkError && error.code === "disk/unknown-outcome";
}

function claimUnknown(request: string, cause: unknown): LnkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LnkError(
    "unable",
    "ledger/claim-unknown",
    `Cannot hand out request ${quote(request)}: whether its claim lasts is ` +
      `uncertain, so it counts as used; nobody ran it. ${reason}`,
    { cause, details: { request } },
  );
}
