// Copyright 2026 the lnk authors. MIT license.

/** Admitting, draining, and the limits at their edges. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import {
  admitBatch,
  type Capture,
  captureBatch,
  drainQueue,
  LARGEST_BATCH,
  MOST_BATCHES,
  MOST_BYTES,
  scanQueue,
  setAside,
  showBatch,
} from "../../lib/queue.ts";
import { batchSize } from "../../lib/queue/batch.ts";
import { endOf, homeFolder, logStore, unreachable } from "./bench.ts";
import { capture, ORIGIN, OURS, recordText } from "./captures.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** A capture whose batch has exactly so many bytes as batch N. */
function captureOf(size: number, batch: number, id = `r${batch}`): Capture {
  const line = (text: string) => `${recordText(id, "s1", text)}\n`;
  const least = line("").length;
  const sizeWith = (length: number) =>
    batchSize(ORIGIN, { lines: new Uint8Array(least + length), count: 1 })(
      batch,
    );
  // The header holds the length in digits, so it is settled by trying.
  let pad = size - sizeWith(0);
  while (sizeWith(pad) > size) pad--;
  assertEquals(sizeWith(pad), size, "this size can be reached");
  return { ...ORIGIN, records: encode(line("x".repeat(pad))) };
}

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
  ["", /line 2: it is not JSON/],
  ["[1]", /not an object/],
  ["{", /not JSON/],
  ['{"a":1}{"b":2}', /not JSON/],
  ["\ufeff{}", /not JSON/],
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

Deno.test("1,024 batches fit and one more does not, until storage is back", async () => {
  using home = homeFolder();
  const queue = home.open();
  for (let i = 1; i <= MOST_BATCHES; i++) {
    const { batch } = await admitBatch(queue, capture([`r${i}`]));
    assertEquals(batch, i);
  }
  const error = await assertRejects(
    () => admitBatch(queue, capture(["more"])),
    LnkError,
  );
  assertEquals([error.kind, error.code], ["refused", "queue/full"]);
  assert(/holds 1024 of at most 1024 batches/.test(error.message));
  assertEquals(error.details, { limit: "batches", used: 1024, most: 1024 });

  const away = { open: () => Promise.reject(unreachable()) };
  const still = await assertRejects(
    () => captureBatch(queue, capture(["more"]), away),
    LnkError,
  );
  assertEquals(still.code, "queue/full");
  assert(/Cannot reach the store/.test(still.message), still.message);

  const store = logStore();
  const back = { open: () => Promise.resolve(store) };
  const { batch, drained } = await captureBatch(queue, capture(["more"]), back);
  assertEquals([batch, drained], [1025, 1025]);
  const texts = store.logs.get("link:main")!
    .map((text) => JSON.parse(text).source.record);
  const wanted = Array.from({ length: MOST_BATCHES }, (_, i) => `r${i + 1}`);
  assertEquals(texts, [...wanted, "more"]);
});

Deno.test("a batch of 16 MiB fits, one byte more does not", async () => {
  using home = homeFolder();
  const queue = home.open();
  const largest = await admitBatch(queue, captureOf(LARGEST_BATCH, 1));
  assertEquals(largest.bytes, LARGEST_BATCH);
  const more = () => admitBatch(queue, captureOf(LARGEST_BATCH + 1, 2));
  const error = await assertRejects(more, LnkError);
  assertEquals([error.kind, error.code], ["refused", "queue/batch-too-large"]);
  assert(/16777217 bytes of at most 16777216/.test(error.message));
  assertEquals((await scanQueue(queue, OURS)).clean, true);
});

Deno.test("64 MiB fit, one byte more does not", async () => {
  using home = homeFolder();
  const queue = home.open();
  // Bad entries take up room like any other.
  await admitBatch(queue, capture(["1"]));
  for (const number of [1, 2, 3]) {
    const path = `${home.captures}/${String(number).padStart(20, "0")}.batch`;
    Deno.writeFileSync(path, new Uint8Array(), { mode: 0o600 });
    Deno.truncateSync(path, LARGEST_BATCH);
  }
  queue.known.sizes = new Map();
  const half = LARGEST_BATCH / 2;
  await admitBatch(queue, captureOf(half, 4));
  const error = await assertRejects(
    () => admitBatch(queue, captureOf(half + 1, 5)),
    LnkError,
  );
  assertEquals([error.kind, error.code], ["refused", "queue/full"]);
  assertEquals(error.details.used, MOST_BYTES - half);
  const last = await admitBatch(queue, captureOf(half, 5));
  assertEquals(last.batch, 5, "the refusal used up no number");
  const { bytes, batches } = await scanQueue(queue, OURS);
  assertEquals([bytes, batches.length], [MOST_BYTES, 2]);
});

Deno.test("numbers go on after all batches are gone", async () => {
  using home = homeFolder();
  const store = logStore();
  for (let round = 1; round <= 3; round++) {
    const queue = home.open();
    const { batch } = await admitBatch(queue, capture([`r${round}`]));
    assertEquals(batch, round);
    await drainQueue(queue, { store, binding: OURS });
    const names = [...Deno.readDirSync(home.captures)].map(({ name }) => name);
    assertEquals(names, [`${String(round).padStart(20, "0")}.done`]);
    assertEquals(Deno.statSync(`${home.captures}/${names[0]}`).size, 0);
  }
  await admitBatch(home.open(), capture(["r4"]));
  await setAside(home.open(), "4");
  assertEquals((await admitBatch(home.open(), capture(["r5"]))).batch, 5);
});

for (const lost of ["1a", "1b", "2a", "2b"]) {
  for (const when of ["before", "after"] as const) {
    Deno.test(`an answer lost ${when} ${lost} loses and doubles nothing`, async () => {
      using home = homeFolder();
      const host = { ...home.host, sleep: () => Promise.resolve() };
      const queue = { ...home.open(), host };
      await admitBatch(queue, capture(["1a", "1b"]));
      await admitBatch(queue, capture(["2a", "2b"]));
      let away = true;
      const lose = (record: string) => {
        if (away && record === recordText(lost)) throw unreachable("unknown");
      };
      const store = logStore({ [when]: lose });
      const drain = () => drainQueue(queue, { store, binding: OURS });
      assertEquals(await endOf(drain), "unable context/outcome-unknown");
      away = false;
      await drain();
      assertEquals(
        store.logs.get("link:main"),
        ["1a", "1b", "2a", "2b"].map((item) => recordText(item)),
      );
      assertEquals((await scanQueue(queue)).entries, 0);
    });
  }
}

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

Deno.test("a conflict in storage stops the drain and keeps what is behind it", async () => {
  using home = homeFolder();
  const queue = home.open();
  for (const item of ["1", "2", "3"]) await admitBatch(queue, capture([item]));
  const before = (record: string) => {
    if (record !== recordText("2")) return;
    throw new LnkError("conflict", "store/source-conflict", "Cannot: other");
  };
  const drain = () =>
    drainQueue(queue, { store: logStore({ before }), binding: OURS });
  const error = await assertRejects(drain, LnkError);
  assertEquals(error.code, "store/source-conflict");
  assertEquals(error.details.drained, { batches: 1, records: 1, repeated: 0 });
  const { batches } = await scanQueue(queue);
  assertEquals(batches.map(({ batch }) => batch), [2, 3]);
});

Deno.test("a drain that is asked to end leaves a whole queue", async () => {
  using home = homeFolder();
  const queue = home.open();
  for (const item of ["1", "2"]) await admitBatch(queue, capture([item]));
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const hanging = logStore({
    before: (record) => {
      if (record !== recordText("2")) return;
      stop();
      return new Promise<void>(() => {});
    },
  });
  const drain = () =>
    drainQueue(queue, { store: hanging, binding: OURS, stopped });
  assertEquals(await endOf(drain), "unable queue/interrupted");
  const { batches, clean } = await scanQueue(queue);
  assertEquals([batches.map(({ batch }) => batch), clean], [[2], true]);
  assertEquals(await endOf(() => admitBatch(queue, capture(["3"]))), "done");
});

Deno.test("who captures does not wait for who delivers", async () => {
  using home = homeFolder();
  const queue = home.open();
  await admitBatch(queue, capture(["1"]));
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const { promise: busy, resolve: started } = Promise.withResolvers<void>();
  const store = logStore({
    before: () => {
      started();
      return new Promise<void>(() => {});
    },
  });
  const slow = endOf(() =>
    drainQueue(queue, { store, binding: OURS, stopped })
  );
  await busy;
  const other = home.open();
  assertEquals((await admitBatch(other, capture(["2"]))).batch, 2);
  assertEquals((await scanQueue(other)).entries, 2);
  assertEquals((await showBatch(other, "2")).records, [recordText("2")]);
  const second = () => drainQueue(other, { store, binding: OURS });
  assertEquals(await endOf(second), "unable disk/locked");
  stop();
  assertEquals(await slow, "unable queue/interrupted");
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
