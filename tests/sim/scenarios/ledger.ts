// Copyright 2026 the lnk authors. MIT license.

/**
 * The ledger: what was acknowledged is found, a call is handed out at most
 * once, and archiving loses and doubles nothing.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  durableWrite,
  type Host,
  makePrivateFolder,
} from "../../../lib/disk.ts";
import { LnkError } from "../../../lib/errors.ts";
import {
  createLedger,
  type Ledger,
  openLedger,
  verifyLedger,
} from "../../../lib/ledger.ts";
import type { Journal, Scenario } from "../scenario.ts";

const secret = new TextEncoder().encode("the secret of the start");
const TURN = { thread: "link:main", binding: "b" };

async function made(host: Host): Promise<Ledger> {
  await createLedger(host, "l", { agent: "ada", owner: "acme" });
  return openLedger(host, "l");
}

/** One turn up to the owner's answer. */
async function turn(ledger: Ledger, attempt: string) {
  await ledger.start({ secret });
  await ledger.session("link:main");
  const { generation } = await ledger.admit({ secret, attempt, ...TURN });
  const ref = { secret, attempt, generation };
  const call = { tool: "pay", arguments: '{"cents":5}' };
  const { request } = await ledger.propose({ ...ref, ...call });
  await ledger.respond(request, "allow_once");
  return { ...ref, request };
}

/** Consumes the one request. */
async function take(host: Host): Promise<void> {
  const ledger = openLedger(host, "l");
  const [found] = await ledger.requests();
  const { request, attempt, generation } = found!;
  const policy = () => true;
  await ledger.consume({ secret, request, attempt, generation, policy });
}

async function unless(
  refusal: RegExp,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof LnkError) || !refusal.test(error.code)) throw error;
  }
}

const once: Scenario = {
  name: "a call handed out once",
  setup: async (host) => {
    makePrivateFolder(host.disk, "effects");
    await turn(await made(host), "t1");
  },
  run: async (host, journal) => {
    journal.begin("call");
    await take(host);
    journal.acknowledge("call");
  },
  recover: (host) =>
    unless(/^ledger\/claimed$/, async () => {
      await take(host);
      // On the disk, not in the journal: one recovery is tried after several
      // power cuts, and each of these worlds has its own effects.
      durableWrite(host, "effects/call", new Uint8Array(), {
        expectAbsent: true,
      });
    }),
  check: async (host, { acknowledged }) => {
    const effects = acknowledged.length + host.disk.list("effects").length;
    assert(effects <= 1, "handed out twice");
    const [request] = await openLedger(host, "l").requests();
    if (effects > 0) assertEquals(request!.status, "claimed");
    assertEquals((await verifyLedger(host.disk, "l")).faults, []);
  },
};

/** The steps of a turn, each noted when it is acknowledged. */
async function steps(host: Host, journal: Journal): Promise<void> {
  const ledger = openLedger(host, "l", { agent: "ada", owner: "acme" });
  const admission = { secret, attempt: "t1", ...TURN };
  journal.begin("admit");
  const { generation } = await ledger.admit(admission);
  journal.acknowledge("admit");
  const call = { attempt: "t1", generation, tool: "pay", arguments: "1" };
  journal.begin("propose");
  const { request } = await ledger.propose({ secret, ...call });
  journal.acknowledge("propose");
  journal.begin("deny");
  await ledger.respond(request, "deny");
  journal.acknowledge("deny");
}

const everyStep: Scenario = {
  name: "the steps of a turn",
  setup: async (host) => {
    const ledger = await made(host);
    await ledger.start({ secret });
    await ledger.session("link:main");
  },
  run: steps,
  // The same again finds what was committed.
  recover: steps,
  check: async (host, { acknowledged }) => {
    const has = (name: string) => acknowledged.includes(name);
    const [request, second] = await openLedger(host, "l").requests();
    assertEquals(second, undefined);
    if (has("propose")) assertEquals(request!.arguments, "1");
    if (has("deny")) assertEquals(request!.status, "denied");
  },
};

/** A finished turn, and its request moved. */
async function finishedTurn(ledger: Ledger, attempt: string) {
  const { request, ...ref } = await turn(ledger, attempt);
  await ledger.consume({ ...ref, request, policy: () => true });
  await ledger.retire(ref);
  return request;
}

const archiving: Scenario = {
  name: "requests moved into the history",
  mostBytes: 300,
  setup: async (host) => {
    const ledger = await made(host);
    await finishedTurn(ledger, "t1");
    await ledger.archive();
    await finishedTurn(ledger, "t2");
    await finishedTurn(ledger, "t3");
  },
  run: async (host, journal) => {
    const ledger = openLedger(host, "l");
    for (const { request } of await ledger.requests()) journal.begin(request);
    await ledger.archive();
    for (const request of journal.begun) journal.acknowledge(request);
  },
  recover: async (host) => {
    await openLedger(host, "l").archive();
  },
  check: async (host, { acknowledged }) => {
    const verdict = await verifyLedger(host.disk, "l");
    assertEquals(verdict.faults, []);
    const total = verdict.requests! + verdict.history_sound;
    assertEquals(total, 3, "none lost, none doubled");
    if (acknowledged.length > 0) assertEquals(verdict.requests, 0);
  },
};

/** What a crash must leave of a ledger. */
export const LEDGER_SCENARIOS: readonly Scenario[] = [
  once,
  everyStep,
  archiving,
];
