// Copyright 2026 the lnk authors. MIT license.

/** What an owner sees and types, and what becomes of a call that cannot be printed. */

import { assert, assertEquals } from "@std/assert";
import type { Io, Output } from "../../cli/io.ts";
import { main } from "../../cli/main.ts";
import { LnkError } from "../../lib/errors.ts";
import { testWorld } from "../support/world.ts";
import {
  admitted,
  allowed,
  bytesOf,
  SECRET,
  type TestLedger,
  testLedger,
} from "../support/ledger.ts";

/** Runs the program with streams of the test's own. */
async function run(
  { folder }: TestLedger,
  args: readonly string[],
  streams: Partial<Io>,
) {
  const world = testWorld({
    base: folder,
    terminal: true,
    env: { PATH: "/bin" },
  });
  const io = { ...world.io, ...streams };
  const code = await main(["ledger", ...args, "--dir", "l"], { ...world, io });
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: decode(world.stdout()), err: decode(world.stderr()) };
}

/** A person who types, and then keeps the terminal open. */
function typing(...typed: string[]): Io["in"] {
  return {
    terminal: true,
    stream: () =>
      new ReadableStream({
        pull(controller) {
          const next = typed.shift();
          if (next !== undefined) controller.enqueue(bytesOf(next));
        },
      }),
  };
}

async function proposed(test: TestLedger, text: string): Promise<string> {
  const attempt = await admitted(test.ledger, "t1");
  const call = { tool: "pay", arguments: text };
  return (await test.ledger.propose({ ...attempt, ...call })).request;
}

for (
  const [typed, code, status] of [
    [["allow_once END\n"], 0, "allowed"],
    [["  allow_once ", "  END \n"], 0, "allowed"],
    [["deny END\n"], 0, "denied"],
    [["de", "ny END\r\n"], 0, "denied"],
    [["deny\n"], 1, "pending"],
    // Typed before the call was shown.
    [["allow_once\n", "allow_once END\n"], 1, "pending"],
    [["allow_once 0\n"], 1, "pending"],
    [["allow_once END unseen\n"], 1, "pending"],
    [["\n"], 1, "pending"],
    [["yes\n"], 1, "pending"],
    [["allow_once deny\n"], 1, "pending"],
    [["x".repeat(9000)], 1, "pending"],
  ] as const
) {
  const what = typed.join("").slice(0, 20).trim();
  Deno.test(`an owner who types "${what}" (${typed.length}): ${status}`, async () => {
    await using test = await testLedger();
    const request = await proposed(test, "1");
    const lines = typed.map((one) => one.replace("END", request.slice(-4)));
    const ran = await run(test, ["respond", request], { in: typing(...lines) });
    assertEquals(ran.code, code, ran.err);
    assertEquals((await test.ledger.show(request)).status, status);
  });
}

Deno.test("an owner whose terminal ends answers nothing", async () => {
  await using test = await testLedger();
  const request = await proposed(test, "1");
  const gone = { terminal: true, stream: () => new Blob([]).stream() };
  const { code } = await run(test, ["respond", request], { in: gone });
  assertEquals(code, 1);
  assertEquals((await test.ledger.show(request)).status, "pending");
});

Deno.test("nothing in a long hostile call moves or hides the question", async () => {
  await using test = await testLedger();
  const hidden = `["ls", "\u202e\u2066${" ".repeat(50_000)}", ${
    "1,".repeat(30_000)
  } "rm -rf /"]`;
  const request = await proposed(test, hidden);
  const { err } = await run(test, ["respond", request], {
    in: typing(`deny ${request.slice(-4)}\n`),
  });
  // deno-lint-ignore no-control-regex
  assert(!/[\u202e\u2066\x00-\x09\x0b-\x1f]/.test(err), "nothing is active");
  assert(err.includes('["ls", "\\u{202e}\\u{2066}['), "the head is shown");
  assert(unfolded(err).includes('"rm -rf /"]'), "the tail is shown");
  assert(/\d+ characters in the middle NOT SHOWN/.test(unfolded(err)));
  assert(unfolded(err).includes(`ledger show ${request} --json`));
  assert(err.includes("2 characters shown as escapes"));
  assert(err.length < 4000, `${err.length} characters`);
});

/** The lines as one, without what indents them. */
function unfolded(text: string): string {
  return text.replaceAll(/\n +/g, "");
}

Deno.test("what is not shown whole is allowed by one more word", async () => {
  await using test = await testLedger();
  const request = await proposed(test, `"${"x".repeat(9000)}"`);
  const respond = (typed: string) =>
    run(test, ["respond", request], { in: typing(`${typed}\n`) });
  const words = `allow_once ${request.slice(-4)}`;
  assertEquals((await respond(words)).code, 1);
  assertEquals((await respond(`${words} unseen`)).code, 0);
});

Deno.test("no line of a call is wide enough for the terminal to wrap", async () => {
  await using test = await testLedger();
  const attempt = await admitted(test.ledger, "t".repeat(128));
  const faked = `${"a".repeat(68)}arguments 2 bytes {}`;
  const wide = "\u4e00".repeat(40);
  const call = {
    tool: `${faked} ${wide}`.slice(0, 128),
    arguments: `"${faked.repeat(9)}${wide.repeat(4)}"`,
  };
  const { request } = await test.ledger.propose({ ...attempt, ...call });
  const { err } = await run(test, ["respond", request], { in: typing("\n") });
  const { out } = await run(test, ["show", request], {});
  for (const line of `${err}${out}`.split("\n")) {
    if (line.startsWith("Answer") || line.includes("ledger/no-answer")) {
      continue;
    }
    const cells = Array.from(line, (one) => one >= "\u1100" ? 2 : 1)
      .reduce((sum: number, one) => sum + one, 0);
    assert(cells < 80, line);
    assert(!/^arguments 2/.test(line), line);
  }
  const { out: list } = await run(test, ["requests"], {});
  assert(list.includes('"aaaaaaaaaaaaaaaaaaaaaaaa..."\n'), list);
});

Deno.test("who was answered is not asked about again", async () => {
  await using test = await testLedger();
  const attempt = await admitted(test.ledger, "t1");
  const request = await allowed(test.ledger, attempt);
  const ask = () => run(test, ["respond", request], { in: typing() });
  const says = async (state: string) => {
    const { code, err } = await ask();
    assertEquals(code, 1);
    assert(err.includes(`is ${state} already: nothing is asked`), err);
    assert(!err.includes("Answer ("), err);
  };
  await says("allowed");
  await test.ledger.consume({ ...attempt, request, policy: () => true });
  await says("claimed");
});

/** An output that fails, or whose reader has gone. */
function broken(how: "full" | "closed", output: Output): Output {
  let closed = false;
  return {
    ...output,
    get closed() {
      return closed;
    },
    write() {
      if (how === "closed") closed = true;
      else throw new LnkError("unable", "output/failed", "No space left");
    },
  };
}

for (const how of ["full", "closed"] as const) {
  for (const json of [[], ["--json"]]) {
    const mode = json.join("") || "text";
    Deno.test(`a ${how} output after the claim, ${mode}: used, and said so`, async () => {
      await using test = await testLedger();
      const attempt = await admitted(test.ledger, "t1");
      const request = await allowed(test.ledger, attempt);
      Deno.writeFileSync(`${test.folder}/key`, SECRET, { mode: 0o600 });
      const words = ["consume", "--request", request, "--attempt", "t1"]
        .concat(["--generation", "1", "--policy", "true", "--key-file", "key"]);
      const { io } = testWorld({ base: test.folder });
      const out = broken(how, io.out);
      const { code, err } = await run(test, [...words, ...json], { out });
      assertEquals(code, 5);
      assert(err.includes("its claim is used"), err);
      assertEquals((await test.ledger.show(request)).status, "claimed");
    });
  }
}
