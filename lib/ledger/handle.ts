// Copyright 2026 the lnk authors. MIT license.

/**
 * A ledger in a folder: every call under the folder's lock, every change for
 * good before it is acknowledged.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import { quote } from "../text.ts";
import {
  admitStep,
  recoverStep,
  retireStep,
  sessionStep,
  startStep,
  type Step,
} from "./attempt_steps.ts";
import type { Archived, Ledger, LedgerOptions } from "./calls.ts";
import { consume } from "./consume.ts";
import { refusal } from "./fault.ts";
import { ledgerFile } from "./file.ts";
import { AUTHORITY_LIMIT } from "./format.ts";
import {
  BINDING_LIMIT,
  fingerprintOf,
  NAME_LIMIT,
  requireAnswer,
  requireArguments,
  requireOpaque,
  requireWhole,
} from "./names.ts";
import { commit, letGo, type Opened, past } from "./opened.ts";
import { emptyMemory } from "./past.ts";
import {
  archivable,
  find,
  finished,
  proposeStep,
  respondStep,
  shown,
} from "./request_steps.ts";
import type { LedgerState } from "./types.ts";

/** Past this size an admission moves finished requests into the history. */
const ARCHIVE_AT = 64 * 1024;

/** What proposals leave free, so that every later step fits: 32 KiB. */
const RESERVE = 32 * 1024;

/**
 * A ledger that was made by {@linkcode createLedger}. Nothing is read yet.
 *
 * Each call throws `ledger/missing`, `ledger/corrupt`, `ledger/version`,
 * `ledger/foreign`, `disk/locked`, those of private files, and the refusals
 * of the table in docs/ledger.md. A call that changes something may throw
 * `disk/unknown-outcome`: ask again, and you learn what stands.
 *
 * @example A call that is handed out once
 * ```ts
 * import {
 *   createLedger,
 *   type Host,
 *   LnkError,
 *   openLedger,
 *   realDisk,
 * } from "@lnk/tool";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host: Host = {
 *   disk: realDisk(folder),
 *   now: () => Date.now(),
 *   random: (n) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
 * };
 * await createLedger(host, "ledger", { agent: "ada", owner: "acme" });
 * const ledger = openLedger(host, "ledger");
 * const secret = host.random(32);
 * await ledger.start({ secret });
 * await ledger.session("link:main");
 * const admission = { thread: "link:main", attempt: "turn-1", binding: "b" };
 * const { generation } = await ledger.admit({ secret, ...admission });
 * const attempt = { secret, attempt: "turn-1", generation };
 * const call = { tool: "pay", arguments: '{"cents":9007199254740993}' };
 * const { request } = await ledger.propose({ ...attempt, ...call });
 * await ledger.respond(request, "allow_once");
 *
 * const consumption = { ...attempt, request, policy: () => true };
 * const claimed = await ledger.consume(consumption);
 * assertEquals(claimed, { request, ...call });
 * await assertRejects(() => ledger.consume(consumption), LnkError);
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param host Disk, clock, randomness, sleep.
 * @param folder The ledger's folder.
 * @param options Whose it must be, and how long to wait for its lock.
 * @returns Its calls.
 */
export function openLedger(
  host: Host,
  folder: string,
  options: LedgerOptions = {},
): Ledger {
  const file = ledgerFile(host, folder, options);
  const memory = emptyMemory();
  const world: Opened = { host, folder, options, file, memory };
  return { ...attemptCalls(world), ...requestCalls(world) };
}

function attemptCalls(
  world: Opened,
): Pick<Ledger, "start" | "session" | "admit" | "retire" | "recover"> {
  const { host, file } = world;
  return {
    async start({ secret }) {
      const fingerprint = await fingerprintOf(secret);
      return await commit(world, async (before) => {
        const { state, answer } = startStep(before, fingerprint);
        if (state === before) return { state, answer };
        return { state: await letGo(world, state, []), answer };
      }, { fingerprint });
    },
    session: (thread) =>
      commit(
        world,
        (state) => sessionStep(state, thread, idSource(host)),
        { limit: AUTHORITY_LIMIT - 2 * RESERVE },
      ),
    async admit({ secret, thread, attempt, binding }) {
      requireOpaque("an attempt id", attempt, NAME_LIMIT);
      requireOpaque("a binding reference", binding, BINDING_LIMIT);
      const fingerprint = await fingerprintOf(secret);
      return await commit(world, async (before) => {
        const admission = { fingerprint, thread, attempt, binding };
        const step = admitStep(before, admission);
        if (step.state === before) return step;
        const large = file.size() > ARCHIVE_AT;
        const leaving = large ? finished(step.state) : [];
        const state = await letGo(world, step.state, leaving);
        return { state, answer: step.answer };
      }, { attempt });
    },
    async retire({ attempt, generation }) {
      requireOpaque("an attempt id", attempt, NAME_LIMIT);
      requireWhole(generation);
      const retire = (state: LedgerState) =>
        retireStep(state, { attempt, generation });
      return await commit(world, retire, { attempt });
    },
    recover: () => commit(world, recoverStep),
  };
}

function requestCalls(
  world: Opened,
): Pick<
  Ledger,
  "propose" | "requests" | "show" | "respond" | "consume" | "archive"
> {
  const { host, file } = world;
  return {
    async propose({ secret, ...call }) {
      requireOpaque("a tool's name", call.tool, NAME_LIMIT);
      requireOpaque("an attempt id", call.attempt, NAME_LIMIT);
      requireWhole(call.generation);
      requireArguments(call.arguments);
      const fingerprint = await fingerprintOf(secret);
      return await commit(
        world,
        (state) => proposeStep(state, { ...call, fingerprint }, idSource(host)),
        { limit: AUTHORITY_LIMIT - RESERVE, attempt: call.attempt },
      );
    },
    async requests() {
      const state = await file.load();
      return state.requests.map((request) => shown(state, request));
    },
    show: (id) => show(world, id),
    async respond(id, answer) {
      requireOpaque("a request id", id, NAME_LIMIT);
      requireAnswer(answer);
      return await commit(
        world,
        async (state) =>
          respondStep(state, id, answer, await past(world, state, id)),
      );
    },
    consume: (options) => consume(world, options),
    async archive(id) {
      if (id !== undefined) requireOpaque("a request id", id, NAME_LIMIT);
      return await commit(world, (state) => archiveStep(world, state, id));
    },
  };
}

async function show(world: Opened, id: string) {
  requireOpaque("a request id", id, NAME_LIMIT);
  const state = await world.file.load();
  const request = find(state, id) ?? await past(world, state, id);
  const subject = { action: `show request ${quote(id)}`, request: id };
  if (!request) throw refusal("ledger/request-unknown", subject);
  const archived = find(state, id) === undefined;
  // What was moved by hand is settled, whatever its status.
  const { recovery_required } = shown(state, request);
  return {
    ...request,
    recovery_required: recovery_required && !archived,
    archived,
  };
}

async function archiveStep(
  world: Opened,
  state: LedgerState,
  id: string | undefined,
): Promise<Step<Archived>> {
  const records = state.history.records;
  if (id !== undefined && await past(world, state, id)) {
    return { state, answer: { archived: 0, records } };
  }
  const chosen = id === undefined ? finished(state) : [archivable(state, id)];
  const next = await letGo(world, state, chosen);
  const answer = { archived: chosen.length, records: next.history.records };
  return { state: next, answer };
}

function idSource({ now, random }: Pick<Host, "now" | "random">) {
  return { now: now(), random: random(10) };
}
