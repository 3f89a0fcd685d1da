// Copyright 2026 the lnk authors. MIT license.

/** What the calls promise: ids, bytes, secrets, policy, room, history. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { openLedger, verifyLedger } from "../../lib/ledger.ts";
import { nextId } from "../../lib/ledger/names.ts";
import {
  admitted,
  allowed,
  bytesOf,
  codeOf,
  SECRET,
  testLedger,
} from "../support/ledger.ts";

Deno.test("ids grow and are UUIDv7, whatever the clock does", () => {
  const clock = fc.oneof(
    fc.integer({ min: -5, max: 2 ** 48 }),
    fc.integer({ min: 1000, max: 1003 }),
    fc.constantFrom(NaN, Infinity, -Infinity),
  );
  const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
  const sources = fc.array(fc.record({ now: clock, random }), {
    maxLength: 60,
  });
  fc.assert(fc.property(sources, (list) => {
    let last = "";
    for (const source of list) {
      const id = nextId(last, source);
      assert(id > last, `${id} after ${last}`);
      assert(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
          .test(id),
      );
      last = id;
    }
  }));
});

Deno.test("10,000 ids of one millisecond grow", () => {
  let last = "";
  for (let i = 0; i < 10_000; i++) {
    const id = nextId(last, { now: 5, random: new Uint8Array(10).fill(255) });
    assert(id > last);
    last = id;
  }
});

const TEXTS = [
  '{"big":9007199254740993,"a":1,"a":2,"1":0,"0":1}',
  ' \n{"z" : 1e400, "s":"\\ud800\\u0000", "t":"\u202e"}\r\n\t',
  "null",
  '"text"',
  "-0.0",
  `{"a":"${"x".repeat(512 * 1024 - 8)}"}`,
  `["${"é".repeat(200_000)}"]`,
  "[".repeat(128) + "]".repeat(128),
  `"${"[".repeat(500)}"`,
];

Deno.test("what was proposed is what comes out, byte for byte", async () => {
  for (const text of TEXTS) {
    await using test = await testLedger();
    const { ledger } = test;
    const attempt = await admitted(ledger, "t1");
    const call = { tool: "t", arguments: text };
    const { request } = await ledger.propose({ ...attempt, ...call });
    assertEquals((await ledger.requests())[0]!.arguments, text);
    await ledger.respond(request, "allow_once");
    let asked = "";
    const claimed = await ledger.consume({
      ...attempt,
      request,
      policy: (call) => {
        asked = call.arguments;
        return true;
      },
    });
    assert(asked === text && claimed.arguments === text);
    await ledger.retire(attempt);
    await ledger.archive();
    assert((await ledger.show(request)).arguments === text, "from the history");
  }
});

Deno.test("what is no JSON value, or too large, is not proposed", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const propose = (text: string, tool = "t") => () =>
    ledger.propose({ ...attempt, tool, arguments: text });
  const bad = [
    "",
    " ",
    "{",
    "{'a':1}",
    "1 2",
    "NaN",
    "\ufeff1",
    "[1,]",
    '"\ud800"',
    '"\n"',
  ];
  for (const text of bad) {
    assertEquals(await codeOf(propose(text)), "ledger/arguments", text);
  }
  const large = `"${"x".repeat(512 * 1024 - 1)}"`;
  assertEquals(await codeOf(propose(large)), "ledger/arguments-too-large");
  const deep = '{"a":['.repeat(65) + "]}".repeat(65);
  for (const text of [deep, "[".repeat(200_000) + "]".repeat(200_000)]) {
    assertEquals(await codeOf(propose(text)), "ledger/arguments-too-deep");
  }
  // Each quote takes two bytes in the file: this would leave no room.
  const quotes = `["${'\\"'.repeat(262_000)}"]`;
  assertEquals(await codeOf(propose(quotes)), "ledger/full");
  const tools = ["", "a\nb", "\u202e", "x".repeat(129), " ", "a  b", " a"]
    .concat(["a ", "a\u3000b", "a\u034fb", "a\ufe0f", "a\ue000", 7 as never]);
  for (const tool of tools) {
    assertEquals(await codeOf(propose("1", tool)), "ledger/malformed", tool);
  }
  assertEquals(await ledger.requests(), []);
});

Deno.test("a full ledger still takes every answer, claim and end", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const wide = (i: number) => `${"\ud7ff".repeat(120)}${i}`;
  const open: string[] = [];
  let last = await admitted(ledger, wide(0));
  for (let i = 1; i < 40; i++) {
    const call = { tool: "t", arguments: `"${"x".repeat(60_000)}"` };
    try {
      open.push((await ledger.propose({ ...last, ...call })).request);
    } catch (error) {
      assertEquals((error as LnkError).code, "ledger/full");
      break;
    }
    await ledger.retire(last);
    last = await admitted(ledger, wide(i));
  }
  assert(open.length > 12 && open.length < 20, `${open.length} fit`);
  for (const request of open) await ledger.respond(request, "deny");
  // As many ends as the ledger remembers, with the longest names there are.
  for (let i = 0; i < 70; i++) {
    await ledger.retire(last);
    const attempt = `${"\ud7ff".repeat(126)}${i + 10}`;
    const admission = {
      thread: "link:main",
      attempt,
      binding: "\ud7ff".repeat(256),
    };
    const { generation } = await ledger.admit({ secret: SECRET, ...admission });
    last = { secret: SECRET, attempt, generation };
  }
  await ledger.recover();
  assertEquals((await ledger.requests()).length, 0, "archived on the way");
  assertEquals((await verifyLedger(test.host.disk, "l")).ok, true);
});

/** As the issue asks; an ordinary run takes fewer and archives just as often. */
const TURNS = Deno.env.get("LNK_LONG") === undefined ? 800 : 10_000;

Deno.test(`${TURNS} requests in a row never stop at the limit`, async () => {
  await using test = await testLedger();
  const { ledger } = test;
  await admitted(ledger, "first");
  await ledger.retire({ attempt: "first", generation: 1 });
  let largest = 0;
  for (let i = 0; i < TURNS; i++) {
    const admission = { thread: "link:main", attempt: `t${i}`, binding: "b" };
    const { generation } = await ledger.admit({ secret: SECRET, ...admission });
    const attempt = { secret: SECRET, attempt: `t${i}`, generation };
    const { request } = await ledger.propose({
      ...attempt,
      tool: "t",
      arguments: `${i}`,
    });
    await ledger.respond(request, "deny");
    await ledger.retire(attempt);
    if (i % 500 === 0) {
      const { size } = Deno.statSync(`${test.folder}/l/authority.json`);
      largest = Math.max(largest, size);
    }
  }
  assert(largest < 80 * 1024, `${largest} bytes`);
  const verdict = await verifyLedger(test.host.disk, "l");
  assertEquals(verdict.faults, []);
  const history = Deno.readTextFileSync(`${test.folder}/l/history.jsonl`);
  const archived = history.split('"request":{').length - 1;
  assertEquals(archived + verdict.requests!, TURNS);
});

Deno.test("a program in JavaScript cannot give what the commands refuse", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const empty = new Uint8Array();
  assertEquals(
    await codeOf(() => ledger.start({ secret: empty })),
    "key/empty",
  );
  const attempt = await admitted(ledger, "t1");
  const call = { tool: "t", arguments: "1" };
  const { request } = await ledger.propose({ ...attempt, ...call });
  for (const answer of ["end", "archive", "propose", "allow", "", 1, null]) {
    const respond = () => ledger.respond(request, answer as never);
    assertEquals(await codeOf(respond), "ledger/malformed");
  }
  const generations = [NaN, -1, 1.5, "1" as never];
  for (const generation of generations) {
    const wrong = { ...attempt, generation };
    const policy = () => true;
    const calls = [
      () => ledger.retire(wrong),
      () => ledger.propose({ ...wrong, ...call }),
      () => ledger.consume({ ...wrong, request, policy }),
    ];
    for (const one of calls) {
      assertEquals(await codeOf(one), "ledger/malformed");
    }
  }
  for (const id of [7, null, "", {}] as never[]) {
    const consumption = { ...attempt, request: id, policy: () => true };
    const calls = [
      () => ledger.show(id),
      () => ledger.respond(id, "deny"),
      () => ledger.archive(id),
      () => ledger.consume(consumption),
      () => ledger.retire({ ...attempt, attempt: id }),
    ];
    for (const one of calls) {
      assertEquals(await codeOf(one), "ledger/malformed");
    }
    assertEquals(await codeOf(() => ledger.session(id)), "name/thread");
  }
  assertEquals((await ledger.show(request)).status, "pending");
});

Deno.test("a clock beyond the format's end gives ids that the next process reads", async () => {
  await using test = await testLedger(() => 2 ** 60);
  for (let i = 0; i < 3; i++) await test.ledger.session(`link:c${i}`);
  assertEquals(await openLedger(test.host, "l").requests(), []);
});

Deno.test("a policy that does not say true refuses, and claims nothing", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  const policies = [
    () => false,
    () => "yes" as never,
    () => undefined as never,
    () => Promise.reject(new Error("down")),
  ];
  for (const policy of policies) {
    const code = await codeOf(() =>
      ledger.consume({ ...attempt, request, policy })
    );
    assert(/^ledger\/policy-(refused|failed)$/.test(code));
  }
  assertEquals((await ledger.show(request)).status, "allowed");
});

/** What happens while the policy takes its time, and what the claim then meets. */
const MEANWHILE: readonly (readonly [string, string])[] = [
  ["retire", "ledger/attempt-over"],
  ["recover", "ledger/not-started"],
  ["another start", "ledger/stale-secret"],
  ["another consume", "ledger/claimed"],
];

for (const [event, code] of MEANWHILE) {
  Deno.test(`${event} during the policy: ${code}`, async () => {
    await using test = await testLedger();
    const { ledger, host } = test;
    const attempt = await admitted(ledger, "t1");
    const request = await allowed(ledger, attempt);
    // The lock is free meanwhile, for other handles as for other processes.
    const other = openLedger(host, "l", { wait: 0 });
    const policy = async () => {
      if (event === "retire") await other.retire(attempt);
      if (event === "recover") await other.recover();
      if (event === "another start") {
        await other.retire(attempt);
        await other.start({ secret: bytesOf("another") });
      }
      if (event === "another consume") {
        await other.consume({ ...attempt, request, policy: () => true });
      }
      return true;
    };
    const consume = () => ledger.consume({ ...attempt, request, policy });
    assertEquals(await codeOf(consume), code);
  });
}

Deno.test("a stale secret is refused everywhere, and no secret is kept", async () => {
  await using test = await testLedger();
  const { ledger, folder } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  await ledger.recover();
  const said: string[] = [];
  const refuses = async (act: () => Promise<unknown>, code: string) => {
    const error = await assertRejects(act, LnkError);
    said.push(`${error.message} ${JSON.stringify(error.details)}`);
    assertEquals(error.code, code);
  };
  const admission = { thread: "link:main", attempt: "t2", binding: "b" };
  const call = { tool: "t", arguments: "1" };
  const policy = () => true;
  for (const code of ["ledger/not-started", "ledger/stale-secret"]) {
    await refuses(() => ledger.admit({ secret: SECRET, ...admission }), code);
    await refuses(() => ledger.propose({ ...attempt, ...call }), code);
    await refuses(() => ledger.consume({ ...attempt, request, policy }), code);
    if (code === "ledger/not-started") {
      await refuses(
        () => ledger.start({ secret: SECRET }),
        "ledger/secret-reused",
      );
      await ledger.start({ secret: bytesOf("another") });
    }
  }
  const files = [...Deno.readDirSync(`${folder}/l`)]
    .map(({ name }) => Deno.readTextFileSync(`${folder}/l/${name}`));
  const secret = new TextDecoder().decode(SECRET);
  for (const text of [...files, ...said]) assert(!text.includes(secret));
});

Deno.test("an ended attempt is not admitted again, nor is its request allowed", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const { request } = await ledger.propose({
    ...attempt,
    tool: "t",
    arguments: "1",
  });
  await ledger.retire(attempt);
  await ledger.retire(attempt);
  const admission = {
    secret: SECRET,
    thread: "link:main",
    attempt: "t1",
    binding: "b",
  };
  assertEquals(
    await codeOf(() => ledger.admit(admission)),
    "ledger/attempt-over",
  );
  const [shown] = await ledger.requests();
  assertEquals([shown!.status, shown!.recovery_required], ["pending", true]);
  const allow = () => ledger.respond(request, "allow_once");
  assertEquals(await codeOf(allow), "ledger/recovery-required");
  assertEquals((await ledger.respond(request, "deny")).status, "denied");
  await ledger.archive();
  // A retry of the answer after it was archived learns what was committed.
  assertEquals((await ledger.respond(request, "deny")).status, "denied");
  assertEquals(await codeOf(allow), "ledger/other-answer");
});
