// Copyright 2026 the lnk authors. MIT license.

/**
 * A turn on a ledger, as a process: FOLDER STEP. It prints a turn's name where
 * its call was handed out, so a name printed twice is a call handed out twice.
 *
 * It first ends what a killed step left: a call that is still allowed is
 * consumed, and its attempt retired.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import { openLedger } from "../../lib/ledger.ts";
import { acknowledge, workerHost } from "./process.ts";

const [folder = ".", step = "1"] = Deno.args;
const secret = new TextEncoder().encode("the secret of the start");
const policy = () => true;
const ledger = openLedger(workerHost(folder), "q");

async function finish(): Promise<void> {
  for (const found of await ledger.requests()) {
    const { attempt, generation, request, status } = found;
    if (status === "allowed" && !found.recovery_required) {
      await ledger.consume({ secret, attempt, generation, request, policy });
      acknowledge(attempt);
    }
  }
}

/** An attempt that a killed step left without a request is named by nobody else. */
async function retireLeft(): Promise<void> {
  for (let left = Number(step); left >= 0; left--) {
    try {
      await ledger.retire({ attempt: `t${left}`, generation: 1 });
    } catch (error) {
      if (!(error instanceof LnkError) || error.kind !== "conflict") {
        throw error;
      }
    }
  }
}

async function turn(): Promise<void> {
  const attempt = `t${step}`;
  const turn = { thread: "link:main", attempt, binding: "b" };
  const { generation } = await ledger.admit({ secret, ...turn });
  const ref = { secret, attempt, generation };
  const call = { tool: "pay", arguments: '{"cents":5}' };
  const { request } = await ledger.propose({ ...ref, ...call });
  await ledger.respond(request, "allow_once");
  await ledger.consume({ ...ref, request, policy });
  acknowledge(attempt);
  await ledger.retire(ref);
  await ledger.archive();
}

try {
  await finish();
  await retireLeft();
  await turn();
} catch (error) {
  if (!(error instanceof LnkError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  Deno.exit(5);
}
