// Copyright 2026 the lnk authors. MIT license.

/** The table of the ledger: what each cell says is done, and the docs say the same. */

import { assertEquals } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import {
  admitStep,
  attemptState,
  recoverStep,
  retireStep,
  startStep,
  type Step,
} from "../../lib/ledger/attempt_steps.ts";
import {
  archivable,
  claimStep,
  find,
  finished,
  proposeStep,
  requestState,
  respondStep,
} from "../../lib/ledger/request_steps.ts";
import {
  ATTEMPT_TABLE,
  type AttemptCall,
  type AttemptState,
  REQUEST_TABLE,
  type RequestCall,
  type RequestState,
} from "../../lib/ledger/table.ts";
import type { LedgerState } from "../../lib/ledger/types.ts";
import { inAttemptState, inRequestState, PRINT } from "../support/ledger.ts";

const A = { attempt: "a", generation: 7, fingerprint: PRINT };
const SOURCE = { now: 1, random: new Uint8Array(10) };
const call = (arguments_: string) => ({
  ...A,
  tool: "pay",
  arguments: arguments_,
});
const admission = (binding: string) => ({
  ...A,
  thread: "link:main",
  binding,
});

const ATTEMPT_CALLS: Readonly<
  Record<AttemptCall, (state: LedgerState) => Step<unknown>>
> = {
  "start": (state) => startStep(state, "e".repeat(64)),
  "admit": (state) => admitStep(state, admission("x")),
  "admit other": (state) => admitStep(state, admission("y")),
  "propose": (state) => proposeStep(state, call("1"), SOURCE),
  "consume": (state) =>
    claimStep(state, { ...A, request: state.requests[0]?.request ?? "none" }),
  "retire": (state) => retireStep(state, A),
  "recover": (state) => recoverStep(state),
};

/** What a call does, in a table's words. */
function outcome(
  act: () => Step<unknown>,
  before: LedgerState,
  row: (state: LedgerState) => string,
): string {
  try {
    const { state } = act();
    return state === before ? "same" : row(state);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return error.code;
  }
}

for (const [name, cells] of Object.entries(ATTEMPT_TABLE)) {
  for (const [called, want] of Object.entries(cells)) {
    Deno.test(`attempt ${name}, ${called}: ${want}`, () => {
      const state = inAttemptState(name as AttemptState);
      assertEquals(attemptState(state, "a"), name);
      const act = () => ATTEMPT_CALLS[called as AttemptCall](state);
      const row = (next: LedgerState) => attemptState(next, "a");
      const found = outcome(act, state, row);
      if (want !== "request") return assertEquals(found, want);
      // The request's rows answer: there is none here.
      const none = REQUEST_TABLE.none[called as "propose" | "consume"];
      assertEquals(found, none === "pending" ? "active" : none);
    });
  }
}

const REQUEST_CALLS: Readonly<
  Record<RequestCall, (state: LedgerState, id: string) => Step<unknown>>
> = {
  "propose": (state) => proposeStep(state, call("1"), SOURCE),
  "propose other": (state) => proposeStep(state, call("2"), SOURCE),
  "allow_once": (state, id) => respondStep(state, id, "allow_once"),
  "deny": (state, id) => respondStep(state, id, "deny"),
  "consume": (state, request) => claimStep(state, { ...A, request }),
  "end": (state) => retireStep(state, A),
  "archive": (state) => without(state, finished(state).length > 0),
  "archive it": (state, id) => without(state, !!archivable(state, id)),
};

function without(state: LedgerState, gone: boolean): Step<unknown> {
  return { state: gone ? { ...state, requests: [] } : state, answer: null };
}

for (const [name, cells] of Object.entries(REQUEST_TABLE)) {
  for (const [called, want] of Object.entries(cells)) {
    Deno.test(`request ${name}, ${called}: ${want}`, () => {
      const { state, id } = inRequestState(name as RequestState);
      assertEquals(requestState(state, find(state, id)), name);
      const act = () => REQUEST_CALLS[called as RequestCall](state, id);
      const row = (next: LedgerState) => {
        const request = next.requests[0];
        if (called.startsWith("archive")) return request ? "kept" : "archived";
        return requestState(next, request);
      };
      const found = outcome(act, state, row);
      // The end of an attempt without a request changes the attempt only.
      if (name === "none" && called === "end") {
        return assertEquals(found, "none");
      }
      assertEquals(found, want);
    });
  }
}

/** The Markdown tables of the page, by the first cell of their first row. */
function tablesOf(page: string): Map<string, Record<string, string>[]> {
  const tables = new Map<string, Record<string, string>[]>();
  for (const [block] of page.matchAll(/(^\|.*\|\n)+/gm)) {
    const rows = block.trim().split("\n").map((line) =>
      line.split("|").slice(1, -1).map((cell) => cell.trim())
    );
    const [head, , ...body] = rows;
    const named = body.map((row) =>
      Object.fromEntries(row.map((cell, i) => [head![i]!, spelt(cell)]))
    );
    tables.set(body[0]![0]!, named);
  }
  return tables;
}

function spelt(cell: string): string {
  return cell.replace(/^`(.*)`$/, "ledger/$1");
}

Deno.test("docs/ledger.md has the same tables", () => {
  const url = new URL("../../docs/ledger.md", import.meta.url);
  const tables = tablesOf(Deno.readTextFileSync(url));
  const rows = (table: Readonly<Record<string, object>>) =>
    Object.entries(table).map(([state, cells]) => ({ state, ...cells }));
  assertEquals(tables.get("unstarted"), rows(ATTEMPT_TABLE));
  assertEquals(tables.get("none"), rows(REQUEST_TABLE));
});
