// Copyright 2026 the lnk authors. MIT license.

/** The queue's limits at their edges, and its numbers. */

import { assert, assertEquals, assertRejects } from "@std/assert";
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
} from "../../lib/queue.ts";
import { batchSize } from "../../lib/queue/batch.ts";
import { REQUEST_LIMIT } from "../../lib/store/protocol.ts";
import { homeFolder, logStore, unreachable } from "./bench.ts";
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

Deno.test("who looks counts what who admits counts", async () => {
  using home = homeFolder();
  const queue = home.open();
  await admitBatch(queue, capture(["1"]));
  const at = (name: string) => `${home.captures}/${name}`;
  Deno.writeFileSync(at("public"), new Uint8Array(5000), { mode: 0o644 });
  Deno.writeFileSync(at(`${"7".padStart(20, "0")}.batch`), new Uint8Array(70), {
    mode: 0o644,
  });
  Deno.mkdirSync(at("folder"));
  Deno.mkdirSync(at(`.lnk-${"b".repeat(24)}.tmp`));
  Deno.mkdirSync(at(`${"5".padStart(20, "0")}.done`));
  const { bytes, entries, bad } = await scanQueue(queue);
  assertEquals([entries, bad.length], [6, 5]);
  const seen = Deno.statSync(at(`${"1".padStart(20, "0")}.batch`)).size;
  assertEquals(bytes, seen + 5000 + 70);
  for (const name of [...Array(MOST_BATCHES - 6).keys()]) {
    Deno.writeFileSync(at(`n${name}`), new Uint8Array());
  }
  const more = () => admitBatch(queue, capture(["2"]));
  const error = await assertRejects(more, LnkError);
  assertEquals(error.details.used, MOST_BATCHES);
  assertEquals((await scanQueue(queue)).entries, MOST_BATCHES);
});

Deno.test("what the queue takes, a bridge takes: also a record that is all escapes", async () => {
  using home = homeFolder();
  // Two backslashes in the record are four in the request.
  const room = (LARGEST_BATCH - 4096) >> 1;
  const record = recordText("1", "s1", "\\".repeat(room >> 1));
  const pad = "\\\\".repeat((LARGEST_BATCH - 1024 - record.length) >> 1);
  const largest = record.replace('"text":"', `"text":"${pad}`);
  const records = encode(largest);
  const { batch } = await admitBatch(home.open(), { ...ORIGIN, records });
  assertEquals(batch, 1);
  assert(JSON.stringify(largest).length <= REQUEST_LIMIT - 4096);
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
