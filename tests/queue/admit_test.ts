// Copyright 2026 the lnk authors. MIT license.

/** What is admitted, and what is not. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import {
  admitBatch,
  captureBatch,
  drainQueue,
  scanQueue,
  showBatch,
} from "../../lib/queue.ts";
import { endOf } from "../support/outcome.ts";
import { homeFolder, logStore, unreachable } from "./bench.ts";
import { capture, ORIGIN, OURS, recordText } from "./captures.ts";

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("records come out byte for byte, in order, once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 4 }), {
        maxLength: 4,
      }),
      async (batches) => {
        using home = homeFolder();
        const queue = home.open();
        const given: string[] = [];
        for (const [b, values] of batches.entries()) {
          const lines = values.map((value, i) => {
            const source = {
              adapter: "goose",
              session: "s1",
              record: `${b}.${i}`,
            };
            return `  ${
              JSON.stringify({ source, "x y": value }, null, 1).replaceAll(
                "\n",
                " ",
              )
            }\t`;
          });
          given.push(...lines);
          const records = encode(lines.join("\n"));
          await admitBatch(queue, { ...ORIGIN, records });
        }
        const { clean, records } = await scanQueue(queue, OURS);
        assert(clean);
        assertEquals(records, given.length);
        const store = logStore();
        await drainQueue(queue, { store, binding: OURS });
        assertEquals(store.logs.get("link:main") ?? [], given);
        assertEquals((await scanQueue(queue)).entries, 0);
      },
    ),
    { numRuns: 25 },
  );
});

/** Lines that are not admitted, and what is said of them. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ["", /line 2: it is empty/],
  ["[1]", /not an object/],
  ["{", /not JSON/],
  ['{"a":1}{"b":2}', /not JSON/],
  ["\ufeff{}", /byte order mark/],
  ["{\0}", /NUL bytes/],
  ['{"role":"user"}', /no "source"/],
  [recordText("2").replace("goose", "pi"), /adapter" is "pi", not "goose"/],
  [recordText("2", "s2"), /session" is "s2", not "s1"/],
  [recordText("2").replace("{", '{"seq":7,'), /brings its own "seq"/],
  [recordText(""), /"source" is not/],
  [recordText("1", "s1", "other"), /source is that of line 1/],
];

for (const [line, words] of REFUSED) {
  Deno.test(`the line ${JSON.stringify(line)} is refused`, async () => {
    using home = homeFolder();
    const queue = home.open();
    const records = encode(`${recordText("1")}\n${line}\n${recordText("3")}\n`);
    const error = await assertRejects(
      () => admitBatch(queue, { ...ORIGIN, records }),
      LnkError,
    );
    assertEquals([error.kind, error.code], ["usage", "queue/record"]);
    assertEquals(error.details.line, 2);
    assert(words.test(error.message), error.message);
    assertEquals((await scanQueue(queue)).entries, 0, "nothing is admitted");
  });
}

Deno.test("bytes that are not UTF-8 are refused, and so is nothing", async () => {
  using home = homeFolder();
  const queue = home.open();
  const records = new Uint8Array([0x7b, 0xff, 0x7d]);
  const admit = (records: Uint8Array<ArrayBuffer>) =>
    endOf(() => admitBatch(queue, { ...ORIGIN, records }));
  assertEquals(await admit(records), "usage queue/record");
  assertEquals(await admit(new Uint8Array()), "usage queue/no-records");
});

Deno.test("the same record twice in one batch is one record", async () => {
  using home = homeFolder();
  const queue = home.open();
  await admitBatch(queue, capture(["1", "1"]));
  const store = logStore();
  const drained = await drainQueue(queue, { store, binding: OURS });
  assertEquals(drained, { batches: 1, records: 2, repeated: 1 });
  assertEquals(store.logs.get("link:main")?.length, 1);
});

Deno.test("a capture is safe before storage is asked", async () => {
  using home = homeFolder();
  const queue = home.open();
  const seen: number[] = [];
  const open = async () => {
    seen.push((await scanQueue(home.open())).records);
    throw unreachable();
  };
  const captured = await captureBatch(queue, capture(["1"]), { open });
  assertEquals(seen, [1]);
  assertEquals(captured.trouble?.code, "store/unreachable");
  assertEquals([captured.batch, captured.drained], [1, 0]);
});

Deno.test("a buffer that is filled anew meanwhile changes nothing", async () => {
  using home = homeFolder();
  const given = capture(["1", "2"]);
  const before = new TextDecoder().decode(given.records);
  const admitted = admitBatch(home.open(), given);
  given.records.fill(0);
  await admitted;
  const { records } = await showBatch(home.open(), "1");
  assertEquals(`${records.join("\n")}\n`, before);
});

Deno.test("a number that another writer took first is not used", async () => {
  using home = homeFolder();
  const [one, other] = [home.open(), home.open()];
  const admit = (queue: typeof one, item: string) =>
    admitBatch(queue, capture([item]));
  const numbers: number[] = [];
  for (const [item, queue] of [one, one, other, one, other, one].entries()) {
    numbers.push((await admit(queue, `${item}`)).batch);
  }
  const together = await Promise.all(
    ["6", "7", "8"].map((item) => admit(one, item)),
  );
  numbers.push(...together.map(({ batch }) => batch).sort());
  assertEquals(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const { clean, bytes } = await scanQueue(one, OURS);
  assert(clean);
  const sizes = Array.from(
    Deno.readDirSync(home.captures),
    ({ name }) => Deno.statSync(`${home.captures}/${name}`).size,
  );
  assertEquals(bytes, sizes.reduce((sum, size) => sum + size, 0));
});

Deno.test("looking at a queue makes nothing", async () => {
  using home = homeFolder();
  const queue = home.open();
  await scanQueue(queue);
  const drained = await drainQueue(queue, { store: logStore(), binding: OURS });
  assertEquals(drained.batches, 0);
  assertEquals(
    await endOf(() => showBatch(queue, "1")),
    "no queue/no-such-entry",
  );
  assertEquals([...Deno.readDirSync(home.home)], []);
});

Deno.test("a thousand admissions on a full disk leave one unfinished file at most", async () => {
  using home = homeFolder();
  await admitBatch(home.open(), capture(["1"]));
  const { disk } = home.host;
  const full = {
    ...disk,
    uid: disk.uid,
    createNew: (path: string) => ({
      ...disk.createNew(path),
      write: () => {
        throw new Error("No space left on device (os error 28)");
      },
    }),
    // The worst case: not even the unfinished file can be removed.
    remove: () => {
      throw new Error("No space left on device (os error 28)");
    },
  };
  const host = { ...home.host, disk: full };
  for (let i = 0; i < 1000; i++) {
    const queue = { ...home.open(), host };
    assert((await endOf(() => admitBatch(queue, capture(["2"])))) !== "done");
  }
  const left = [...Deno.readDirSync(home.captures)].length;
  assert(left <= 2, `${left} names`);
  const { batch } = await admitBatch(home.open(), capture(["2"]));
  assertEquals(batch, 2, "no number is used up");
  assertEquals([...Deno.readDirSync(home.captures)].length, 2);
});
