// Copyright 2026 the lnk authors. MIT license.

/** context.append: once, whatever becomes of the answers. */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { append } from "../../lib/context/append.ts";
import { LnkError } from "../../lib/errors.ts";
import type { Store } from "../../lib/store/interface.ts";
import { refusedWith, storeFolder } from "../support/store.ts";

const THREAD = "link:main";

function sourced(record: string, text = "hello"): string {
  const source = { adapter: "a", session: "s", record };
  return JSON.stringify({ role: "user", text, source });
}

const PLAIN = '{"role":"user","text":"hello"}';

function lostAnswer(): LnkError {
  return new LnkError("unable", "store/unreachable", "Cannot reach it: cut", {
    details: { outcome: "unknown" },
  });
}

/** A store whose appends are cut off: before they are done, or after. */
function cutting(store: Store, cuts: ("before" | "after" | "no")[]): Store {
  return {
    ...store,
    append: async (thread, record, seq) => {
      const cut = cuts.shift() ?? "no";
      if (cut === "before") throw lostAnswer();
      const appended = await store.append(thread, record, seq);
      if (cut === "after") throw lostAnswer();
      return appended;
    },
  };
}

const CUTS = ["before", "after", "no"] as const;

Deno.test("a record with a source is there once, wherever answers are lost", async () => {
  for (const first of CUTS) {
    for (const second of CUTS) {
      for (const third of CUTS) {
        using bench = storeFolder();
        const inner = bench.open();
        const store = cutting(inner, [first, second, third]);
        await append(inner, { thread: THREAD, record: PLAIN });
        const record = sourced("r1");
        const { seq } = await append(store, { thread: THREAD, record });
        assertEquals(seq, 2);
        assertEquals(await inner.last(THREAD), 2);
        const again = await append(inner, { thread: THREAD, record });
        assertEquals(again, { seq: 2, repeated: true });
      }
    }
  }
});

Deno.test("a record without a source is never given twice", async () => {
  for (const [cut, there] of [["before", 0], ["after", 1]] as const) {
    using bench = storeFolder();
    const inner = bench.open();
    let calls = 0;
    const cutter = cutting(inner, [cut]);
    const store: Store = {
      ...cutter,
      append: (...given) => (calls++, cutter.append(...given)),
    };
    const error = await refusedWith(
      "context/outcome-unknown",
      () => append(store, { thread: THREAD, record: PLAIN }),
    );
    assertEquals(error.details, {
      outcome: "unknown",
      again: false,
      thread: THREAD,
    });
    assertEquals(calls, 1);
    assertEquals(await inner.last(THREAD), there);
  }
});

Deno.test("append() gives up after some lost answers, and can be told again", async () => {
  using bench = storeFolder();
  const inner = bench.open();
  const pauses: number[] = [];
  const record = sourced("r1");
  const error = await refusedWith("context/outcome-unknown", () =>
    append(
      cutting(inner, Array(9).fill("after")),
      { thread: THREAD, record },
      { pause: (lost) => Promise.resolve(void pauses.push(lost)) },
    ));
  assertEquals(error.details, {
    outcome: "unknown",
    again: true,
    thread: THREAD,
  });
  assertEquals(pauses, [1, 2, 3, 4]);
  assertEquals(await append(inner, { thread: THREAD, record }), {
    seq: 1,
    repeated: true,
  });
});

Deno.test("a store that was never reached is told as it is", async () => {
  using bench = storeFolder();
  const store: Store = {
    ...bench.open(),
    last: () =>
      Promise.reject(new LnkError("unable", "store/unreachable", "Cannot")),
  };
  await refusedWith(
    "store/unreachable",
    () => append(store, { thread: THREAD, record: sourced("r1") }),
  );
});

Deno.test("after a lost answer, not reaching the store leaves it unknown", async () => {
  using bench = storeFolder();
  const inner = bench.open();
  let reached = true;
  const store: Store = {
    ...inner,
    last: (thread) =>
      reached ? inner.last(thread) : Promise.reject(
        new LnkError("unable", "store/unreachable", "Cannot reach it"),
      ),
    append: async (...given) => {
      await inner.append(...given);
      reached = false;
      throw lostAnswer();
    },
  };
  await refusedWith(
    "context/outcome-unknown",
    () => append(store, { thread: THREAD, record: sourced("r1") }),
  );
});

Deno.test("two writers racing on one conversation both end right", async () => {
  using bench = storeFolder();
  const stores = [bench.open(), bench.open()];
  await Promise.all(stores.map(async (store, writer) => {
    for (let i = 0; i < 25; i++) {
      const record = sourced(`w${writer}-${i}`);
      const { repeated } = await append(store, { thread: THREAD, record });
      assertEquals(repeated, false);
    }
  }));
  const { records } = await stores[0]!.read(THREAD);
  assertEquals(records.map(({ seq }) => seq), records.map((_, i) => i + 1));
  const order = (writer: number) =>
    records.map(({ raw }) => JSON.parse(raw).source.record as string)
      .filter((record) => record.startsWith(`w${writer}-`));
  for (const writer of [0, 1]) {
    assertEquals(
      order(writer),
      Array.from({ length: 25 }, (_, i) => `w${writer}-${i}`),
    );
  }
});

Deno.test("two writers racing with one record make one record", async () => {
  using bench = storeFolder();
  const record = sourced("same");
  const ends = await Promise.all(
    [bench.open(), bench.open(), bench.open()].map((store) =>
      append(store, { thread: THREAD, record })
    ),
  );
  assertEquals(ends.map(({ seq }) => seq), [1, 1, 1]);
  assertEquals(ends.filter(({ repeated }) => !repeated).length, 1);
});

Deno.test("a used source with other content names both places and digests", async () => {
  using bench = storeFolder();
  const store = bench.open();
  await append(store, { thread: THREAD, record: sourced("r1") });
  const error = await refusedWith(
    "store/source-conflict",
    () => append(store, { thread: THREAD, record: sourced("r1", "other") }),
  );
  const { digest, given_digest, ...place } = error.details;
  assertEquals([digest, given_digest].map((one) => `${one}`.length), [64, 64]);
  assertEquals(place, { thread: THREAD, seq: 1, differs: ["text"] });
  assertStringIncludes(
    error.message,
    `/r1" is that of record 1 of "${THREAD}", which differs in "text"`,
  );
});

Deno.test("of many differences a few are named, and no long name to a program", async () => {
  using bench = storeFolder();
  const store = bench.open();
  const long = "\u202e".repeat(100);
  const fields = { [long]: 1, b: 1, c: 1, d: 1, e: 1 };
  const record = (more: object) =>
    JSON.stringify({ ...JSON.parse(sourced("r1")), ...more });
  await append(store, { thread: THREAD, record: record({}) });
  const error = await refusedWith(
    "store/source-conflict",
    () => append(store, { thread: THREAD, record: record(fields) }),
  );
  assertEquals(error.details.differs, ["b", "c", "d", "e"]);
  assertStringIncludes(error.message, '"b", "c", "d", "e" and 1 more');
  const other = await refusedWith(
    "store/source-conflict",
    () => append(store, { thread: THREAD, record: record({ [long]: 1 }) }),
  );
  assertEquals(other.details.differs, []);
  assert(!other.message.includes(long));
});

Deno.test("numbers and names that stand twice are compared as they are", async () => {
  using bench = storeFolder();
  const store = bench.open();
  const text = (members: string) =>
    `{"source":{"adapter":"a","session":"s","record":"r"},${members}}`;
  const first = text('"n":12345678901234567890,"t":1,"t":2');
  await append(store, { thread: THREAD, record: first });
  for (
    const [members, differs] of [
      ['"n":12345678901234567891,"t":1,"t":2', ["n"]],
      ['"n":12345678901234567890,"t":2,"t":1', ["t"]],
      ['"n":12345678901234567890,"t":2', ["t"]],
      ['"__proto__":1,"n":12345678901234567890,"t":1,"t":2', ["__proto__"]],
    ] as const
  ) {
    const error = await refusedWith(
      "store/source-conflict",
      () => append(store, { thread: THREAD, record: text(members) }),
    );
    assertEquals(error.details.differs, differs);
  }
});

for (const again of [true, false]) {
  Deno.test(`a failed sync tells whether giving ${again ? "a" : "no"} source again is safe`, async () => {
    using bench = storeFolder();
    const inner = bench.open();
    const store: Store = {
      ...inner,
      append: () =>
        Promise.reject(
          new LnkError("unable", "disk/unknown-outcome", "Cannot tell"),
        ),
    };
    const record = again ? sourced("r1") : PLAIN;
    const error = await refusedWith(
      "disk/unknown-outcome",
      () => append(store, { thread: THREAD, record }),
    );
    assertEquals(error.details, { outcome: "unknown", again, thread: THREAD });
    assertStringIncludes(error.help!, "look at the disk's health first, then ");
    assertStringIncludes(error.help!, again ? "kept once" : "stand twice");
  });
}

Deno.test("a wrong guess of the next sequence costs one more try", async () => {
  using bench = storeFolder();
  const store = bench.open();
  for (const next of [1, 1, 900]) {
    await append(store, { thread: THREAD, record: PLAIN }, { next });
  }
  assertEquals(await store.last(THREAD), 3);
});

Deno.test("append() gives up where others are always first", async () => {
  using bench = storeFolder();
  const store: Store = {
    ...bench.open(),
    append: (_thread, _record, seq) =>
      Promise.reject(
        new LnkError("conflict", "store/sequence-conflict", "Cannot", {
          details: { last: seq },
        }),
      ),
  };
  await refusedWith(
    "context/contended",
    () => append(store, { thread: THREAD, record: PLAIN }),
  );
});

for (
  const [what, record] of [
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a word", "null"],
    ["nothing", ""],
    ["two objects", "{}{}"],
    ["its own seq", '{"seq":1}'],
    ["an empty source part", sourced("")],
    ["an over-long source part", sourced("x".repeat(257))],
    ["a number in its source", '{"source":{"adapter":1}}'],
    ["half a source", '{"source":{"adapter":"a","session":"s"}}'],
    ["half a surrogate pair", '{"text":"\ud800"}'],
  ] as const
) {
  Deno.test(`append() refuses ${what} before it asks the store`, async () => {
    const store = {} as Store;
    await refusedWith(
      "store/record",
      () => append(store, { thread: THREAD, record }),
    );
  });
}
