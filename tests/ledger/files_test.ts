// Copyright 2026 the lnk authors. MIT license.

/** What stands on the disk: damaged, foreign, shared, older than its history. */

import { assert, assertEquals } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import { realDisk } from "../../lib/disk.ts";
import {
  createLedger,
  ledgerSchema,
  openLedger,
  verifyLedger,
} from "../../lib/ledger.ts";
import { COVERED_FROM } from "../../lib/ledger/format.ts";
import {
  admitted,
  allowed,
  bytesOf,
  codeOf,
  SECRET,
  type TestLedger,
  testLedger,
} from "../support/ledger.ts";

const path = ({ folder }: TestLedger, name: string) => `${folder}/l/${name}`;

/** A ledger with a claimed request in the file and two in the history. */
async function used(test: TestLedger): Promise<void> {
  const { ledger } = test;
  for (const name of ["t1", "t2", "t3"]) {
    const attempt = await admitted(ledger, name);
    const request = await allowed(ledger, attempt);
    await ledger.consume({ ...attempt, request, policy: () => true });
    if (name !== "t3") await ledger.retire(attempt);
  }
  await ledger.archive();
}

Deno.test("the stored file validates against the published schema", async () => {
  await using test = await testLedger();
  await used(test);
  const schema = new Validator(ledgerSchema() as never, "2020-12");
  const stored = JSON.parse(
    Deno.readTextFileSync(path(test, "authority.json")),
  );
  assertEquals(schema.validate(stored).errors, []);
  assert(!schema.validate({ ...stored, generation: -1 }).valid);
  assert(!schema.validate({ ...stored, more: 1 }).valid);
});

Deno.test("the digest in authority.json is that of all behind it", async () => {
  await using test = await testLedger();
  const bytes = Deno.readFileSync(path(test, "authority.json"));
  const { sha256 } = JSON.parse(new TextDecoder().decode(bytes));
  const covered = bytes.subarray(COVERED_FROM);
  const digest = await crypto.subtle.digest("SHA-256", covered);
  assertEquals(new Uint8Array(digest).toHex(), sha256);
});

Deno.test("every flipped bit and every cut of authority.json is refused", async () => {
  await using test = await testLedger();
  await used(test);
  const file = path(test, "authority.json");
  const good = Deno.readFileSync(file);
  const mode = { mode: 0o600 };
  for (let bit = 0; bit < good.length * 8; bit++) {
    const bad = good.slice();
    bad[bit >> 3]! ^= 1 << (bit & 7);
    Deno.writeFileSync(file, bad, mode);
    const code = await codeOf(() => openLedger(test.host, "l").requests());
    assert(/^ledger\/(corrupt|version)$/.test(code), `bit ${bit}: ${code}`);
  }
  for (let length = 0; length < good.length; length++) {
    Deno.writeFileSync(file, good.subarray(0, length), mode);
    assertEquals(
      await codeOf(() => openLedger(test.host, "l").requests()),
      "ledger/corrupt",
      `cut to ${length}`,
    );
  }
  // Refused by what changes it too, and left as it is.
  const { ledger, host } = test;
  const cut = good.subarray(0, -9);
  Deno.writeFileSync(file, cut, mode);
  const calls = [
    () => ledger.start({ secret: SECRET }),
    () => ledger.session("link:x"),
    () => ledger.recover(),
    () => ledger.archive(),
    () => createLedger(host, "l", { agent: "ada", owner: "acme" }),
  ];
  for (const call of calls) assertEquals(await codeOf(call), "ledger/corrupt");
  assertEquals(Deno.readFileSync(file), cut);
});

Deno.test("every flipped bit, removal, reorder and cut of the history is found", async () => {
  await using test = await testLedger();
  await used(test);
  const file = path(test, "history.jsonl");
  const good = Deno.readFileSync(file);
  const verdict = () => verifyLedger(test.host.disk, "l");
  assertEquals((await verdict()).ok, true);
  const found = async (bytes: Uint8Array, what: string) => {
    Deno.writeFileSync(file, bytes, { mode: 0o600 });
    const { ok, faults } = await verdict();
    assert(!ok && faults[0]!.code.startsWith("ledger/history-"), what);
  };
  for (let bit = 0; bit < good.length * 8; bit++) {
    const bad = good.slice();
    bad[bit >> 3]! ^= 1 << (bit & 7);
    await found(bad, `bit ${bit}`);
  }
  for (let length = 0; length < good.length; length++) {
    await found(good.subarray(0, length), `cut to ${length}`);
  }
  const [first, second] = new TextDecoder().decode(good).split("\n");
  await found(bytesOf(`${second}\n${first}\n`), "reordered");
  await found(bytesOf(`${first}\n`), "the last one removed");
  await found(bytesOf(`${second}\n`), "the first one removed");
  Deno.removeSync(file);
  const { faults, history_sound, history_records } = await verdict();
  assertEquals(faults.map(({ code }) => code), ["ledger/history-short"]);
  assertEquals([history_sound, history_records], [0, 2]);
});

/** How a file is made unfit, and the code of the refusal. */
const UNFIT: readonly (readonly [string, (file: string) => void, string])[] = [
  ["shared", (file) => Deno.chmodSync(file, 0o640), "disk/not-private"],
  [
    "hard-linked",
    (file) => Deno.linkSync(file, `${file}.2`),
    "disk/many-names",
  ],
  ["linked", (file) => {
    Deno.renameSync(file, `${file}.real`);
    Deno.symlinkSync(`${file}.real`, file);
  }, "disk/link"],
  ["a folder", (file) => {
    Deno.removeSync(file);
    Deno.mkdirSync(file);
  }, "disk/wrong-kind"],
  ["too large", (file) => {
    Deno.truncateSync(file, 1024 * 1024 + 1);
  }, "disk/too-large"],
  ["gone", (file) => Deno.removeSync(file), "ledger/missing"],
  ["of the next version", (file) => {
    const text = Deno.readTextFileSync(file);
    Deno.writeTextFileSync(file, text.replace('n":1,', 'n":2,'));
  }, "ledger/version"],
  ["empty", (file) => Deno.writeTextFileSync(file, ""), "ledger/corrupt"],
  [
    "in a shared folder",
    (file) => Deno.chmodSync(file.slice(0, file.lastIndexOf("/")), 0o750),
    "disk/not-private",
  ],
];

for (const [what, spoil, code] of UNFIT) {
  Deno.test(`an authority.json ${what} is refused: ${code}`, async () => {
    await using test = await testLedger();
    const { ledger } = test;
    await ledger.session("link:main");
    spoil(path(test, "authority.json"));
    assertEquals(await codeOf(() => ledger.requests()), code);
    assertEquals(await codeOf(() => ledger.start({ secret: SECRET })), code);
    if (code === "ledger/missing") return;
    const { ok } = await verifyLedger(test.host.disk, "l");
    assertEquals(ok, false);
  });
}

Deno.test("another agent's or owner's ledger is refused", async () => {
  await using test = await testLedger();
  const { host } = test;
  const parties = [{ agent: "eve" }, { owner: "eve" }];
  for (const party of parties) {
    const other = openLedger(host, "l", party);
    assertEquals(await codeOf(() => other.requests()), "ledger/foreign");
    const named = { agent: "ada", owner: "acme", ...party };
    const again = () => createLedger(host, "l", named);
    assertEquals(await codeOf(again), "ledger/foreign");
  }
  await createLedger(host, "l", { agent: "ada", owner: "acme" });
});

Deno.test("a history without its authority.json is not started anew", async () => {
  await using test = await testLedger();
  await used(test);
  Deno.removeSync(path(test, "authority.json"));
  const named = { agent: "ada", owner: "acme" };
  const again = () => createLedger(test.host, "l", named);
  assertEquals(await codeOf(again), "ledger/authority-missing");
  const { faults, history_sound } = await verifyLedger(test.host.disk, "l");
  assertEquals(faults[0]!.code, "ledger/authority-missing");
  assertEquals(history_sound, 2, "the history reads by itself");
});

Deno.test("a umask that takes the owner's right to write leaves the files writable", async () => {
  const before = Deno.umask(0o277);
  try {
    await using test = await testLedger();
    await test.ledger.start({ secret: SECRET });
    await test.ledger.recover();
    for (const name of ["", "authority.json"]) {
      const mode = (Deno.statSync(path(test, name)).mode ?? 0) & 0o777;
      assertEquals(mode, name === "" ? 0o700 : 0o600);
    }
  } finally {
    Deno.umask(before);
  }
});

Deno.test("an older authority.json does not cut the history off", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const file = path(test, "authority.json");
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  const old = Deno.readFileSync(file);
  await ledger.consume({ ...attempt, request, policy: () => true });
  await ledger.retire(attempt);
  await ledger.archive();
  const history = Deno.readFileSync(path(test, "history.jsonl"));
  Deno.writeFileSync(file, old, { mode: 0o600 });
  // Nor does it hand the call out again.
  const consumption = { ...attempt, request, policy: () => true };
  const calls = [
    () => ledger.consume(consumption),
    () => ledger.retire(attempt),
    () => ledger.archive(request),
  ];
  for (const call of calls) {
    assertEquals(await codeOf(call), "ledger/history-ahead");
  }
  const { faults } = await verifyLedger(realDisk(test.folder), "l");
  assertEquals(faults[0]!.code, "ledger/history-ahead");
  assertEquals(Deno.readFileSync(path(test, "history.jsonl")), history);
});

Deno.test("an archiving that was cut off is made good, nothing doubled", async () => {
  await using test = await testLedger();
  const { ledger } = test;
  const attempt = await admitted(ledger, "t1");
  const request = await allowed(ledger, attempt);
  await ledger.consume({ ...attempt, request, policy: () => true });
  await ledger.retire(attempt);
  const before = Deno.readFileSync(path(test, "authority.json"));
  await ledger.archive();
  const whole = Deno.readFileSync(path(test, "history.jsonl"));
  for (let length = 0; length <= whole.length; length++) {
    Deno.writeFileSync(path(test, "authority.json"), before, { mode: 0o600 });
    const tail = whole.subarray(0, length);
    Deno.writeFileSync(path(test, "history.jsonl"), tail, { mode: 0o600 });
    assertEquals((await verifyLedger(test.host.disk, "l")).ok, true);
    assertEquals(await ledger.archive(), { archived: 1, records: 1 });
    assertEquals(Deno.readFileSync(path(test, "history.jsonl")), whole);
    assertEquals((await ledger.show(request)).status, "claimed");
  }
});
