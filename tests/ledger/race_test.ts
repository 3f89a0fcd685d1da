// Copyright 2026 the lnk authors. MIT license.

/** Eight processes over one ledger: one winner each, no lost update, no torn read. */

import { assert, assertEquals } from "@std/assert";
import type { Disk } from "../../lib/disk.ts";
import { openLedger } from "../../lib/ledger.ts";
import { FROM_SOURCE, type Ran, spawnProgram } from "../support/program.ts";
import {
  admitted,
  SECRET,
  type TestLedger,
  testLedger,
} from "../support/ledger.ts";

const RACERS = [1, 2, 3, 4, 5, 6, 7, 8];

/** Runs the program eight times at once. */
async function race(
  { folder }: TestLedger,
  words: (racer: number) => readonly string[],
): Promise<Ran[]> {
  Deno.writeFileSync(`${folder}/key`, SECRET, { mode: 0o600 });
  return await Promise.all(RACERS.map((racer) =>
    spawnProgram(
      FROM_SOURCE,
      ["ledger", ...words(racer), "--dir", "l", "--json"],
      { base: folder, env: { PATH: "/usr/bin:/bin" } },
    )
  ));
}

function document({ stdout }: Ran): Record<string, unknown> {
  return JSON.parse(new TextDecoder().decode(stdout));
}

const codes = (all: readonly Ran[]) => all.map(({ code }) => code).toSorted();
const ONE_WINNER = [0, 4, 4, 4, 4, 4, 4, 4];

Deno.test("eight admissions of other attempts: one is admitted", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  await ledger.start({ secret: SECRET });
  await ledger.session("link:main");
  const all = await race(
    test,
    (racer) =>
      ["admit", "--session", "link:main", "--attempt", `t${racer}`]
        .concat(["--binding", "b", "--key-file", "key"]),
  );
  assertEquals(codes(all), ONE_WINNER);
});

Deno.test("eight answers, four of each: the first counts for all", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const { request } = await ledger.propose({
    ...attempt,
    tool: "t",
    arguments: "1",
  });
  const all = await race(
    test,
    (racer) => ["respond", request, racer % 2 === 0 ? "deny" : "allow_once"],
  );
  assertEquals(codes(all), [0, 0, 0, 0, 4, 4, 4, 4]);
  const won = new Set(
    all.filter(({ code }) => code === 0).map((ran) => document(ran).status),
  );
  assertEquals([...won], [(await ledger.show(request)).status]);
});

Deno.test("eight consumers: the call comes out once", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const text = '{"n":9007199254740993}';
  const { request } = await ledger.propose({
    ...attempt,
    tool: "t",
    arguments: text,
  });
  await ledger.respond(request, "allow_once");
  const all = await race(
    test,
    () =>
      ["consume", "--request", request, "--attempt", "t1", "--generation", "1"]
        .concat(["--policy", "true", "--key-file", "key"]),
  );
  assertEquals(codes(all), ONE_WINNER);
  const out = all.map(({ stdout }) => new TextDecoder().decode(stdout)).join(
    "",
  );
  assertEquals(out.split(text).length, 2);
});

Deno.test("eight sessions at once are all kept, while others read", async () => {
  await using test = await testLedger();
  const reading = { done: false };
  const reader = (async () => {
    let reads = 0;
    while (!reading.done) {
      await test.ledger.requests();
      reads++;
      await new Promise((done) => setTimeout(done, 1));
    }
    return reads;
  })();
  const all = await race(test, (racer) => ["session", `link:c${racer}`]);
  reading.done = true;
  assert(await reader > 10, "the reader saw whole files only");
  assertEquals(codes(all), RACERS.map(() => 0));
  const ids = all.map((ran) => document(ran).id);
  assertEquals(new Set(ids).size, 8);
  for (const racer of RACERS) {
    const { id } = await test.ledger.session(`link:c${racer}`);
    assertEquals(id, ids[racer - 1], "no update was lost");
  }
});

Deno.test("a reader that meets a writer at every call sees a whole file", async () => {
  await using test = await testLedger();
  const { folder, host } = test;
  await test.ledger.session("link:main");
  const file = `${folder}/l/authority.json`;
  let replaced = 0;
  const replace = () => {
    if (replaced++ >= 6) return;
    Deno.writeFileSync(`${file}.new`, Deno.readFileSync(file), { mode: 0o600 });
    Deno.renameSync(`${file}.new`, file);
  };
  // Before the file is opened, and between opening it and looking at it.
  const disk: Disk = {
    ...host.disk,
    openRead(path) {
      if (replaced % 2 === 0) replace();
      const open = host.disk.openRead(path);
      replace();
      return open;
    },
  };
  const reader = openLedger({ ...host, disk }, "l");
  assertEquals(await reader.requests(), []);
  assert(replaced > 6);
});
