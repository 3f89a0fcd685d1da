// Copyright 2026 the lnk authors. MIT license.

/**
 * Ledgers for tests: hosts on a disk, and states in every row of the table.
 *
 * @module
 */

import { assertRejects } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import { type Disk, type Host, realDisk } from "../../lib/disk.ts";
import { createLedger, type Ledger, openLedger } from "../../lib/ledger.ts";
import type { AttemptState, RequestState } from "../../lib/ledger/table.ts";
import type {
  LedgerRequest,
  LedgerState,
  Status,
} from "../../lib/ledger/types.ts";
import { machine } from "./machine.ts";

/** Bytes of a text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * A host on a disk.
 *
 * @param disk Which one.
 * @param now The clock.
 * @returns The host.
 */
export function hostOn(disk: Disk, now: () => number = Date.now): Host {
  return machine({ disk, now });
}

/**
 * The code with which a call is refused.
 *
 * @param act The call.
 * @returns The code of the error it throws.
 */
export async function codeOf(act: () => Promise<unknown>): Promise<string> {
  return (await assertRejects(act, LnkError)).code;
}

/** A ledger in a folder of its own. */
export interface TestLedger extends AsyncDisposable {
  /** The folder that holds the ledger's folder `l`. */
  readonly folder: string;
  /** The machine. */
  readonly host: Host;
  /** The ledger, made for agent `ada` of owner `acme`. */
  readonly ledger: Ledger;
}

/**
 * Makes a ledger, in memory where there is such a file system.
 *
 * @param now The clock.
 * @returns It, removed at the end of the scope.
 */
export async function testLedger(now?: () => number): Promise<TestLedger> {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-", ...inMemory() });
  const host = hostOn(realDisk(folder), now);
  await createLedger(host, "l", { agent: "ada", owner: "acme" });
  return {
    folder,
    host,
    ledger: openLedger(host, "l"),
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function inMemory(): { dir?: string } {
  try {
    return Deno.statSync("/dev/shm").isDirectory ? { dir: "/dev/shm" } : {};
  } catch {
    return {};
  }
}

/** The secret of most tests. */
export const SECRET: Uint8Array<ArrayBuffer> = bytesOf(
  "a secret of 26 letters",
);

/**
 * Starts, and admits an attempt.
 *
 * @param ledger The ledger.
 * @param attempt The attempt's id.
 * @param secret The start's secret.
 * @returns What `propose` and `consume` take.
 */
export async function admitted(
  ledger: Ledger,
  attempt: string,
  secret = SECRET,
) {
  await ledger.start({ secret });
  await ledger.session("link:main");
  const admission = { secret, thread: "link:main", attempt, binding: "b" };
  const { generation } = await ledger.admit(admission);
  return { secret, attempt, generation };
}

/**
 * Proposes a call and has it allowed.
 *
 * @param ledger The ledger.
 * @param attempt What `admitted` returned.
 * @returns The request's id.
 */
export async function allowed(
  ledger: Ledger,
  attempt: Awaited<ReturnType<typeof admitted>>,
): Promise<string> {
  const call = { tool: "pay", arguments: '{"cents":5}' };
  const { request } = await ledger.propose({ ...attempt, ...call });
  await ledger.respond(request, "allow_once");
  return request;
}

const SESSION = "01900000-0000-7000-8000-000000000001";

/** A state without anything in it. */
const EMPTY: LedgerState = {
  agent: "ada",
  owner: "acme",
  generation: 7,
  start: null,
  attempt: null,
  spent: [],
  ended: [],
  last_id: "",
  history: { records: 0, bytes: 0, head: "0".repeat(64) },
  sessions: [{ id: SESSION, thread: "link:main" }],
  requests: [],
};

/** The fingerprint in the states. */
export const PRINT = "f".repeat(64);

/**
 * A state that stands towards attempt `a` as a row says.
 *
 * @param row The row.
 * @returns The state.
 */
export function inAttemptState(row: AttemptState): LedgerState {
  const start = { fingerprint: PRINT, ended: row.endsWith("unstarted") };
  const active = row === "active" ? "a" : row.endsWith("busy") ? "b" : "";
  return {
    ...EMPTY,
    start,
    ended: row.startsWith("over") ? [{ attempt: "a", generation: 7 }] : [],
    attempt: active === ""
      ? null
      : { attempt: active, binding: "x", session: SESSION, generation: 7 },
  };
}

/**
 * A state in which the request of attempt `a` stands as a row says.
 *
 * @param row The row.
 * @returns The state, and the request's id.
 */
export function inRequestState(
  row: RequestState,
): { state: LedgerState; id: string } {
  const id = "01900000-0000-7000-8000-000000000002";
  const over = row.endsWith("over");
  const state = inAttemptState(over ? "over" : "active");
  const request: LedgerRequest = {
    request: id,
    session: SESSION,
    attempt: "a",
    generation: 7,
    tool: "pay",
    arguments: "1",
    status: row.split(" ")[0] as Status,
  };
  return { id, state: { ...state, requests: row === "none" ? [] : [request] } };
}
