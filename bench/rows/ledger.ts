// Copyright 2026 the lnk authors. MIT license.

/**
 * One step of a ledger, against the bare durable write of the same bytes and
 * against a commit of SQLite; and what any step on such a file costs at least.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { durableWrite, type Host, realDisk } from "../../lib/disk.ts";
import { createLedger, type Ledger, openLedger } from "../../lib/ledger.ts";
import { decodeState, encodeState } from "../../lib/ledger/format.ts";
import type { LedgerRequest, LedgerState } from "../../lib/ledger/types.ts";
import type { Sides } from "../measure.ts";
import type { TimeRow } from "../row.ts";

/** Ledgers that stand ready: a step is done once on each. */
const READY = 64;

const secret = new TextEncoder().encode("a secret for the bench");
const TURN = { thread: "link:main", attempt: "t", binding: "b" };
const REF = { secret, attempt: "t", generation: 1 };
const CALL = { tool: "pay", arguments: '{"to":"bo","cents":500}' };

/** The steps of a turn, in order; each gets what the ones before it left. */
const STEPS: Readonly<
  Record<string, (ledger: Ledger, request: string) => Promise<unknown>>
> = {
  admit: (ledger) => ledger.admit({ secret, ...TURN }),
  propose: (ledger) => ledger.propose({ ...REF, ...CALL }),
  respond: (ledger, request) => ledger.respond(request, "allow_once"),
  consume: (ledger, request) =>
    ledger.consume({ ...REF, request, policy: () => true }),
  retire: (ledger) => ledger.retire(REF),
};

const host: Host = {
  disk: realDisk("/"),
  now: () => Date.now(),
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
};

/** A ledger just before a step, with other requests that wait for their owner. */
async function ready(folder: string, step: string, others: number) {
  await createLedger(host, folder, { agent: "ada", owner: "acme" });
  await fill(`${folder}/authority.json`, others);
  const ledger = openLedger(host, folder);
  await ledger.start({ secret });
  await ledger.session("link:main");
  let request = "";
  for (const [name, act] of Object.entries(STEPS)) {
    if (name === step) break;
    await act(ledger, request);
    request = (await ledger.requests()).at(-1)?.request ?? "";
  }
  await ledger.requests();
  return { ledger, request };
}

async function fill(path: string, others: number): Promise<void> {
  const state = await decodeState(Deno.readFileSync(path), path);
  const requests = Array.from({ length: others }, (_, i): LedgerRequest => ({
    request: `01900000-0000-7000-8000-${String(i).padStart(12, "0")}`,
    session: "01900000-0000-7000-8000-000000000000",
    attempt: `old-${i}`,
    generation: 0,
    ...CALL,
    status: "pending",
  }));
  const filled: LedgerState = { ...state, requests };
  Deno.writeFileSync(path, await encodeState(filled, path), { mode: 0o600 });
}

function counted(requests: number): string {
  return `${requests} ${requests === 1 ? "request" : "requests"}`;
}

function stepRow(step: string, requests: number): TimeRow {
  return {
    what: `ledger ${step}, ${counted(requests)}`,
    against: "durable write of the same bytes",
    goal: 1.3,
    prepare: (bench) =>
      sides(`${bench.folder}/${step}-${requests}`, step, requests - 1),
  };
}

async function sides(
  root: string,
  step: string,
  others: number,
): Promise<Sides> {
  Deno.mkdirSync(root);
  const ledgers: Awaited<ReturnType<typeof ready>>[] = [];
  for (let i = 0; i < READY; i++) {
    ledgers.push(await ready(`${root}/${i}`, step, others));
  }
  const bytes = Deno.readFileSync(`${root}/0/authority.json`);
  // As many as there are ledgers: both sides come to a folder as long unused.
  const bare = ledgers.map((_, i) => `${root}/bare-${i}`);
  for (const folder of bare) {
    Deno.mkdirSync(folder);
    durableWrite(host, `${folder}/file`, bytes);
  }
  let next = 0;
  let turn = 0;
  return {
    ours: async () => {
      const { ledger, request } = ledgers[next++]!;
      await STEPS[step]!(ledger, request);
    },
    base: () => durableWrite(host, `${bare[turn++]!}/file`, bytes),
  };
}

/** What a file of these bytes costs at least, without lock, privacy or rules: read, parsed, written out, digested, replaced. */
function leastRow(requests: number): TimeRow {
  return {
    what: `ledger, the least, ${counted(requests)}`,
    against: "durable write of the same bytes",
    goal: 1.3,
    async prepare(bench) {
      const root = `${bench.folder}/least-${requests}`;
      const { base } = await sides(root, "respond", requests - 1);
      let turn = 0;
      return {
        ours: async () => {
          const file = `${root}/${turn++}/authority.json`;
          const text = new TextDecoder().decode(Deno.readFileSync(file));
          const next = JSON.stringify(JSON.parse(text)) + "\n";
          const bytes = new TextEncoder().encode(next);
          await crypto.subtle.digest("SHA-256", bytes);
          durableWrite(host, file, bytes);
        },
        base,
      };
    },
  };
}

/** The same step where a database keeps it. */
const againstSqlite: TimeRow = {
  what: "ledger consume, against SQLite",
  against: "its commit, WAL, synchronous=FULL",
  goal: 4,
  async prepare({ folder }) {
    const { ours } = await sides(`${folder}/sqlite`, "consume", 0);
    const db = new DatabaseSync(`${folder}/sqlite/db`);
    db.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
    db.exec("CREATE TABLE requests (id INTEGER PRIMARY KEY, status TEXT)");
    db.exec("INSERT INTO requests VALUES (1, 'allowed')");
    let turn = 0;
    return {
      ours,
      base: () => {
        db.exec(
          `UPDATE requests SET status = 'claimed ${turn++}' WHERE id = 1`,
        );
      },
    };
  },
};

/** Every step, alone and among 500. */
export const LEDGER_ROWS: readonly TimeRow[] = [
  ...Object.keys(STEPS).flatMap((
    step,
  ) => [stepRow(step, 1), stepRow(step, 500)]),
  leastRow(1),
  leastRow(500),
  againstSqlite,
];
