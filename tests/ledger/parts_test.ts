// Copyright 2026 the lnk authors. MIT license.

/** What is written part by part is what the form as a whole would write. */

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { requireForm, STATE } from "../../lib/ledger/form.ts";
import {
  COVERED_FROM,
  decodeState,
  encodeState,
} from "../../lib/ledger/format.ts";
import type {
  LedgerRequest,
  LedgerState,
  Session,
  Status,
} from "../../lib/ledger/types.ts";
import { SECRET, testLedger } from "../support/ledger.ts";

const PATH = "authority.json";
const HEX = "0".repeat(64);

const id = (n: number) =>
  `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const sessionOf = (n: number): Session => ({ id: id(n), thread: `link:${n}` });
const requestOf = (n: number, text: string): LedgerRequest => ({
  request: id(n),
  session: id(0),
  attempt: `a${n}`,
  generation: n,
  tool: "pay",
  arguments: text,
  status: "pending",
});

const EMPTY: LedgerState = {
  agent: "ada",
  owner: "acme",
  generation: 0,
  start: null,
  attempt: null,
  spent: [],
  ended: [],
  last_id: "",
  history: { records: 0, bytes: 0, head: HEX },
  sessions: [],
  requests: [],
};

/** A change as data, and the ledger that it makes of one, whose other parts stay the same objects. */
type Change = readonly [string, number, string];

const changes = fc.array(
  fc.tuple(
    fc.constantFrom("ask", "answer", "drop", "meet", "start", "admit", "end"),
    fc.nat(200),
    fc.json(),
  ),
  { maxLength: 60 },
);

const MAKE: Readonly<
  Record<string, (state: LedgerState, n: number, text: string) => LedgerState>
> = {
  ask: (state, n, text) => {
    const { length } = state.requests;
    const fresh = Array.from(
      { length: n % 20 },
      (_, i) => requestOf(length + i, text),
    );
    return { ...state, requests: [...state.requests, ...fresh] };
  },
  answer: (state, n) => {
    const { requests } = state;
    if (requests.length === 0) return state;
    const at = n % requests.length;
    const status: Status = n % 2 ? "allowed" : "claimed";
    const answered = { ...requests[at]!, status };
    return { ...state, requests: requests.with(at, answered) };
  },
  drop: (state, n) => ({ ...state, requests: state.requests.slice(n % 5) }),
  meet: (state, n) => ({
    ...state,
    sessions: [...state.sessions, sessionOf(n)],
  }),
  start: (state, n) => ({
    ...state,
    generation: n,
    start: { fingerprint: HEX, ended: n % 2 === 0 },
    spent: [...state.spent, HEX].slice(-32),
  }),
  admit: (state, n) => ({
    ...state,
    attempt: { attempt: `a${n}`, binding: "b", session: id(n), generation: n },
  }),
  end: (state, n) => ({
    ...state,
    attempt: null,
    ended: [...state.ended, { attempt: `a${n}`, generation: n }].slice(-32),
  }),
};

function changed(state: LedgerState, [what, n, text]: Change): LedgerState {
  return MAKE[what]!(state, n, text);
}

Deno.test("after every change the file is what the whole form writes", async () => {
  await fc.assert(fc.asyncProperty(changes, async (all) => {
    let state = EMPTY;
    for (const change of all) {
      state = changed(state, change);
      const bytes = await encodeState(state, PATH);
      const body = new TextDecoder().decode(bytes.subarray(COVERED_FROM));
      const whole = requireForm(STATE, PATH, structuredClone(state));
      assertEquals("{" + body, JSON.stringify(whole) + "\n");
      // Sometimes another process reads it, sometimes the same goes on.
      if (change[1] % 3 > 0) continue;
      assertEquals(await decodeState(bytes, PATH), state);
      state = await decodeState(bytes, PATH);
    }
  }));
});

/** Ways to lose the form. */
const BAD: readonly ((part: Record<string, unknown>) => unknown)[] = [
  (part) => ({ ...part, more: 1 }),
  (part) => Object.fromEntries(Object.entries(part ?? {}).slice(1)),
  (part) => ({ ...part, generation: -1, records: -1, id: "", ended: 7 }),
  () => -1,
  () => undefined,
];

Deno.test("a part without its form is refused in the words of the whole form", async () => {
  let refused = 0;
  const names = fc.constantFrom(...Object.keys(EMPTY));
  const places = fc.tuple(names, fc.nat(), fc.constantFrom(...BAD));
  await fc.assert(fc.asyncProperty(changes, places, async (all, place) => {
    const state = all.reduce(changed, EMPTY);
    await encodeState(state, PATH);
    const [name, n, spoil] = place;
    const part = state[name as keyof LedgerState] as never;
    const list: unknown[] = Array.isArray(part) ? part : [];
    const bad = list.length > 0
      ? list.with(n % list.length, spoil(list[n % list.length] as never))
      : spoil(part);
    const spoilt = { ...state, [name]: bad } as LedgerState;
    const words = await toldOf(() => requireForm(STATE, PATH, spoilt));
    const told = await toldOf(() => encodeState(spoilt, PATH));
    assertEquals(told, words);
    refused += words === undefined ? 0 : 1;
  }));
  assert(refused > 50, `${refused} were refused`);
});

async function toldOf(act: () => unknown): Promise<string | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    assert(error instanceof LnkError);
    return `${error.code} ${error.message}`;
  }
}

Deno.test("what a ledger hands out cannot change what it writes", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  await ledger.start({ secret: SECRET });
  const session = await ledger.session("link:main");
  const admission = { thread: "link:main", attempt: "t1", binding: "b" };
  const attempt = await ledger.admit({ secret: SECRET, ...admission });
  for (const answer of [session, attempt]) {
    assertThrows(
      () => Object.assign(answer, { id: "x", attempt: "x" }),
      TypeError,
    );
  }
  assertEquals(await ledger.session("link:main"), session);
});

Deno.test("every change removes what dead writers left", async () => {
  await using test = await testLedger();
  const left = `${test.folder}/l/.lnk-${"0".repeat(24)}.tmp`;
  for (const thread of ["link:a", "link:a", "link:b"]) {
    Deno.writeTextFileSync(left, "half");
    await test.ledger.session(thread);
    assertThrows(() => Deno.lstatSync(left), Deno.errors.NotFound);
  }
});
