// Copyright 2026 the lnk authors. MIT license.

/** What has ended stays so for ever, and a damaged history is never an answer. */

import { assert, assertEquals } from "@std/assert";
import { realDisk } from "../../lib/disk.ts";
import { openLedger, verifyLedger } from "../../lib/ledger.ts";
import { REMEMBERED } from "../../lib/ledger/form.ts";
import { claimStep } from "../../lib/ledger/request_steps.ts";
import {
  admitted,
  allowed,
  bytesOf,
  codeOf,
  inRequestState,
  PRINT,
  SECRET,
  type TestLedger,
  testLedger,
} from "../support/ledger.ts";

const THREAD = "link:main";

/** So many attempts come and go that their names move into the history. */
async function crowd({ ledger }: TestLedger, length = 2 * REMEMBERED) {
  for (let i = 0; i < length; i++) {
    const attempt = `crowd-${i}`;
    const admission = { secret: SECRET, thread: THREAD, attempt, binding: "b" };
    const { generation } = await ledger.admit(admission);
    await ledger.retire({ attempt, generation });
  }
}

/** A request that was allowed, never taken, and archived. */
async function neverTaken(test: TestLedger) {
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  await ledger.retire(attempt);
  await ledger.archive(request);
  return { attempt, request };
}

Deno.test("an archived call is never handed out, however late its host comes back", async () => {
  await using test = await testLedger();
  const { attempt, request } = await neverTaken(test);
  const policy = () => true;
  for (const known of [true, false]) {
    // A new process remembers nothing of its own.
    const ledger = openLedger(test.host, "l");
    const calls: [() => Promise<unknown>, string][] = [
      [
        () => ledger.admit({ ...attempt, thread: THREAD, binding: "b" }),
        "ledger/attempt-over",
      ],
      [
        () => ledger.propose({ ...attempt, tool: "pay", arguments: "1" }),
        "ledger/attempt-over",
      ],
      [
        () => ledger.consume({ ...attempt, request, policy }),
        "ledger/attempt-over",
      ],
    ];
    for (const [call, code] of calls) assertEquals(await codeOf(call), code);
    assertEquals(await ledger.retire(attempt), {
      attempt: "t1",
      generation: attempt.generation,
    });
    if (known) await crowd(test);
  }
});

Deno.test("an attempt without a request is known for ever too", async () => {
  await using test = await testLedger();
  const attempt = await admitted(test.ledger, "t1");
  await test.ledger.retire(attempt);
  await crowd(test);
  for (const ledger of [test.ledger, openLedger(test.host, "l")]) {
    const again = () =>
      ledger.admit({ ...attempt, thread: THREAD, binding: "b" });
    assertEquals(await codeOf(again), "ledger/attempt-over");
  }
});

Deno.test("a request that authority.json does not hold is over, and no claim of it is made", async () => {
  const { state, id } = inRequestState("allowed");
  const [request] = state.requests;
  const without = { ...state, requests: [] };
  const wanted = { fingerprint: PRINT, attempt: "a", generation: 7 };
  const act = () => {
    claimStep(without, { ...wanted, request: id }, request);
    return Promise.resolve();
  };
  assertEquals(await codeOf(async () => await act()), "ledger/attempt-over");
});

Deno.test("the secret of an earlier start never counts again", async () => {
  await using test = await testLedger();
  const start = (ledger: TestLedger["ledger"], name: string) =>
    ledger.start({ secret: bytesOf(name) });
  const { ledger, host } = test;
  await start(ledger, "k0");
  await ledger.recover();
  const count = 2 * REMEMBERED + 3;
  for (let i = 1; i <= count; i++) await start(ledger, `k${i}`);
  assertEquals(await start(ledger, `k${count}`), { generation: count + 2 });
  for (const one of [ledger, openLedger(host, "l")]) {
    for (let i = 0; i < count; i++) {
      const again = () => start(one, `k${i}`);
      assertEquals(await codeOf(again), "ledger/secret-reused", `k${i}`);
    }
  }
  assertEquals((await verifyLedger(host.disk, "l")).faults, []);
});

Deno.test("a generation that was not the attempt's is refused after its end too", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  await ledger.retire(attempt);
  const wrong = { ...attempt, generation: 9 };
  for (const far of [false, true]) {
    if (far) await crowd(test);
    assertEquals(
      await codeOf(() => ledger.retire(wrong)),
      "ledger/stale-generation",
    );
    await ledger.retire(attempt);
  }
});

Deno.test("names on their way into the history survive a stop at every byte", async () => {
  await using test = await testLedger();
  const { host, folder } = test;
  const first = await admitted(test.ledger, "t1");
  await test.ledger.retire(first);
  await crowd(test, REMEMBERED - 1);
  const files = { authority: "authority.json", history: "history.jsonl" };
  const at = (name: string) => `${folder}/l/${name}`;
  const before = Deno.readFileSync(at(files.authority));
  const next = { secret: SECRET, thread: THREAD, attempt: "t2", binding: "b" };
  await test.ledger.admit(next);
  const whole = Deno.readFileSync(at(files.history));
  assert(whole.length > 0, "the admission moved the names");
  for (let length = 0; length <= whole.length; length += 7) {
    Deno.writeFileSync(at(files.authority), before);
    const tail = whole.subarray(0, length);
    Deno.writeFileSync(at(files.history), tail, { mode: 0o600 });
    assertEquals((await verifyLedger(host.disk, "l")).faults, []);
    const ledger = openLedger(host, "l");
    const again = () => ledger.admit({ ...next, attempt: "t1" });
    assertEquals(await codeOf(again), "ledger/attempt-over");
    await ledger.admit(next);
    assertEquals(Deno.readFileSync(at(files.history)), whole);
    await ledger.retire({ attempt: "t2", generation: 1 });
    assertEquals(await codeOf(again), "ledger/attempt-over");
  }
});

/** A ledger with three claimed requests in its history. */
async function threeArchived(test: TestLedger): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ["t1", "t2", "t3"]) {
    const attempt = await admitted(test.ledger, name);
    const request = await allowed(test.ledger, attempt);
    await test.ledger.consume({ ...attempt, request, policy: () => true });
    await test.ledger.retire(attempt);
    ids.push(request);
  }
  await test.ledger.archive();
  return ids;
}

/** Damage, and what every question about the history then gives. */
const DAMAGE: readonly (readonly [string, (text: string) => string, string])[] =
  [
    ["emptied", () => "", "ledger/history-short"],
    [
      "short of its last line",
      (text) => text.split("\n").slice(0, 2).join("\n") + "\n",
      "ledger/history-short",
    ],
    [
      "edited in its last line",
      (text) => text.replace(/claimed(?![^]*claimed)/, "allowed"),
      "ledger/history-changed",
    ],
    [
      "edited in its first line",
      (text) => text.replace("5", "9"),
      "ledger/history-changed",
    ],
    [
      "of blanks",
      (text) => text.replaceAll(/[^\n]/g, " "),
      "ledger/history-changed",
    ],
  ];

for (const [what, spoil, code] of DAMAGE) {
  Deno.test(`a history ${what} answers nothing: ${code}`, async () => {
    await using test = await testLedger();
    const ids = await threeArchived(test);
    const file = `${test.folder}/l/history.jsonl`;
    const text = spoil(Deno.readTextFileSync(file));
    Deno.writeTextFileSync(file, text);
    const ledger = openLedger(test.host, "l");
    for (const id of [...ids, "none"]) {
      const calls = [
        () => ledger.show(id),
        () => ledger.respond(id, "deny"),
        () => ledger.archive(id),
      ];
      for (const call of calls) assertEquals(await codeOf(call), code);
    }
    const admission = { secret: SECRET, thread: THREAD, binding: "b" };
    const admit = () => ledger.admit({ ...admission, attempt: "t4" });
    assertEquals(await codeOf(admit), code);
  });
}

Deno.test("a line behind the history's end that is no record is no torn one", async () => {
  await using test = await testLedger();
  await threeArchived(test);
  const file = `${test.folder}/l/history.jsonl`;
  const whole = Deno.readTextFileSync(file);
  const verdict = async (tail: string) => {
    Deno.writeTextFileSync(file, whole + tail);
    return (await verifyLedger(test.host.disk, "l")).faults
      .map(({ code }) => code);
  };
  assertEquals(await verdict('{"record":4,"prev'), []);
  assertEquals(await verdict("\0\0\0\n"), [], "lost blocks");
  assertEquals(await verdict("a note\n"), ["ledger/history-changed"]);
});

Deno.test("a ledger that changes while it is verified is sound", async () => {
  await using test = await testLedger();
  const { ledger, folder } = test;
  const ids = await threeArchived(test);
  const attempt = await admitted(ledger, "t4");
  const request = await allowed(ledger, attempt);
  const files = ["authority.json", "history.jsonl"];
  const read = () =>
    files.map((name) => Deno.readFileSync(`${folder}/l/${name}`));
  const before = read();
  await ledger.consume({ ...attempt, request, policy: () => true });
  await ledger.retire(attempt);
  await ledger.archive();
  const after = read();
  const write = (contents: Uint8Array[]) =>
    files.forEach((name, i) =>
      Deno.writeFileSync(`${folder}/l/${name}`, contents[i]!)
    );
  write(before);
  // The host archives after authority.json was read.
  const real = realDisk(folder);
  let met = 0;
  const disk = {
    ...real,
    openRead(path: string) {
      if (path.endsWith("history.jsonl") && met++ === 0) write(after);
      return real.openRead(path);
    },
  };
  const { faults, history_sound } = await verifyLedger(disk, "l");
  assertEquals([faults, history_sound], [[], ids.length + 1]);
  assert(met > 1, "it was read again");
});
