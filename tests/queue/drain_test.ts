// Copyright 2026 the lnk authors. MIT license.

/** Draining: lost answers, conflicts, signals, locks. */

import { assertEquals, assertRejects } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import {
  admitBatch,
  captureBatch,
  drainQueue,
  scanQueue,
  showBatch,
} from "../../lib/queue.ts";
import type { Store } from "../../lib/store/interface.ts";
import { endOf } from "../support/outcome.ts";
import { homeFolder, logStore, unreachable } from "./bench.ts";
import { capture, OURS, recordText } from "./captures.ts";

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
  assertEquals(
    error.message,
    "Cannot deliver record 1 of batch 2: Cannot: other",
  );
  assertEquals([error.details.batch, error.details.line], [2, 1]);
  assertEquals(error.details.drained, { batches: 1, records: 1, repeated: 0 });
  const { batches } = await scanQueue(queue);
  assertEquals(batches.map(({ batch }) => batch), [2, 3]);
});

for (
  const [what, answer] of [
    ["a later sequence", (seq: number) => ({ seq: seq + 1, repeated: false })],
    ["sequence 0", () => ({ seq: 0, repeated: false })],
    ["sequence 0 again", () => ({ seq: 0, repeated: true })],
    ["no number", () => ({ seq: NaN, repeated: true })],
  ] as const
) {
  Deno.test(`a confirmation of ${what} is not believed`, async () => {
    using home = homeFolder();
    const queue = home.open();
    await admitBatch(queue, capture(["1"]));
    const store: Store = {
      ...logStore(),
      append: (_thread, _record, seq) => Promise.resolve(answer(seq)),
    };
    const drain = () => drainQueue(queue, { store, binding: OURS });
    assertEquals(await endOf(drain), "unable bridge/protocol");
    assertEquals((await scanQueue(queue)).batches.length, 1, "it waits on");
  });
}

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

Deno.test("a drain is asked to end after answers were lost, and ends", async () => {
  using home = homeFolder();
  const queue = home.open();
  await admitBatch(queue, capture(["1", "2"]));
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let asked = 0;
  const before = () => {
    if (++asked < 3) throw unreachable("unknown");
    setTimeout(stop, 0);
    return new Promise<void>(() => {});
  };
  const store = logStore({ before });
  const drain = () => drainQueue(queue, { store, binding: OURS, stopped });
  assertEquals(await endOf(drain), "unable queue/interrupted");
  assertEquals((await scanQueue(queue)).clean, true);
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
  const open = () => Promise.resolve(logStore());
  const { batch, trouble } = await captureBatch(other, capture(["3"]), {
    open,
  });
  assertEquals([batch, trouble?.code], [3, "disk/locked"]);
  assertEquals(
    trouble?.message,
    "Cannot deliver now: another process delivers from this queue",
  );
  stop();
  assertEquals(await slow, "unable queue/interrupted");
});
