// Copyright 2026 the lnk authors. MIT license.

/** Snapshots and cursors: finite, whole and exact. */

import { assert, assertEquals } from "@std/assert";
import {
  append,
  checkCursor,
  cursorFields,
  deleteMemory,
  eventOf,
  getMemory,
  parseCursor,
  putMemory,
  readContext,
  recordsOf,
  type Store,
} from "@lnk/tool";
import { bridged } from "../support/context.ts";
import { memory } from "../support/memory_store.ts";
import { BINDING, refusedWith, storeFolder } from "../support/store.ts";

const THREAD = "link:main";
const NOW = () => Date.UTC(2026, 0, 1);
const ALL = { binding: BINDING, thread: THREAD, memory: "all" } as const;

function said(text: string): string {
  return JSON.stringify({ role: "user", text });
}

async function say(store: Store, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await append(store, { thread: THREAD, record: said(text) });
  }
}

/** What each version of a document said. */
type Written = Map<bigint, string>;

/** Writes records and documents until it is told to stop. */
async function hammer(
  store: Store,
  written: Written,
  running: () => boolean,
): Promise<void> {
  for (let round = 1;; round++) {
    const text = `${round}`;
    await append(store, { thread: THREAD, record: said(text) });
    const id = `d${round % 3}`;
    const expect = (await getMemory(store, id))?.version ?? 0n;
    const change = { id, document: JSON.stringify({ text }), expect };
    const version = await putMemory(store, change, NOW);
    written.set(version, text);
    if (round % 5 === 0) {
      await store.fileDelete(`memory/portable/${id}.json`, version);
    }
    if (!running()) return;
  }
}

/** Reads beside a writer, and holds every snapshot against what was written. */
async function readBeside(
  [reader, writer]: readonly [Store, Store],
  reads: number,
): Promise<void> {
  let running = true;
  const written: Written = new Map();
  const writing = hammer(writer, written, () => running);
  const seen: (readonly [bigint, string])[] = [];
  let before = 0;
  // A busy machine gives the writer fewer turns: then there are more reads.
  const enough = () => written.size > reads / 20;
  for (let i = 0; i < reads || (!enough() && i < 20 * reads); i++) {
    const { records, documents, cursor, throughSeq, events } =
      await readContext(reader, { ...ALL, newest: 50 });
    // A true prefix that ends where the cursor says.
    assert(throughSeq >= before);
    before = throughSeq;
    assertEquals(records.at(-1)?.seq ?? 0, throughSeq);
    assertEquals(records.length, Math.min(50, throughSeq));
    events.forEach(({ seq, text }) => assertEquals(text, `${seq}`));
    assertEquals(cursor.throughSeq, throughSeq);
    const versions = documents.map(({ path, version }) => [path, version]);
    const there = [...cursor.files].filter(([, version]) => version !== 0n);
    assertEquals(versions, there);
    for (const { version, memory } of documents) {
      seen.push([version, memory!.text]);
    }
  }
  running = false;
  await writing;
  assert(enough(), "the writer was at work");
  // Each version of a cursor is that of the very text in the snapshot.
  for (const [version, text] of seen) assertEquals(written.get(version), text);
}

Deno.test("1,000 reads beside a writer are each whole, and each cursor exact", async () => {
  let calls = 0;
  // Both take their turns at every call, in an order that keeps changing.
  const before = async () => {
    for (let i = calls++ % 7; i > 0; i--) await Promise.resolve();
  };
  const { open } = memory({ before });
  await readBeside([open(BINDING), open(BINDING)], 1000);
});

Deno.test("reads of a folder beside a writer are each whole", async () => {
  using bench = storeFolder();
  await readBeside([bench.open(), bench.open()], 30);
});

Deno.test("reads over a bridge beside a writer are each whole", async () => {
  await using place = await bridged();
  await readBeside([place.store(), place.store()], 30);
});

Deno.test("a snapshot holds all records, and events only of the roles", async () => {
  using bench = storeFolder();
  const store = bench.open();
  const lines = [
    '{"role":"user","text":"hi","n":12345678901234567890}',
    '{"role":"thought","text":"hidden"}',
    '{"type":"tool_call","arguments":{"rm":true}}',
    '{"role":"assistant"}',
  ];
  for (const record of lines) await append(store, { thread: THREAD, record });
  const snapshot = await readContext(store, { ...ALL, memory: ["none"] });
  assertEquals(snapshot.events.map(({ seq }) => seq), [1, 4]);
  assertEquals(snapshot.others, 2);
  assertEquals(
    snapshot.records.map(({ raw }) => raw),
    lines.map((line, i) => `{"seq":${i + 1},${line.slice(1)}`),
  );
  assertEquals(snapshot.documents, []);
  assertEquals([...snapshot.cursor.files], [["memory/portable/none.json", 0n]]);
});

Deno.test.each([
  [{}, [1, 2, 3, 4]],
  [{ after: 2 }, [3, 4]],
  [{ after: 9 }, []],
  [{ newest: 3 }, [2, 3, 4]],
  [{ newest: 0 }, []],
  [{ newest: 3, after: 3 }, [4]],
  [{ newest: 9 }, [1, 2, 3, 4]],
] as [object, number[]][])(
  "of four records, %j are %j",
  async (range, want) => {
    using bench = storeFolder();
    const store = bench.open();
    await say(store, "a", "b", "c", "d");
    const snapshot = await readContext(store, { ...ALL, ...range });
    assertEquals(snapshot.records.map(({ seq }) => seq), want);
    assertEquals(snapshot.throughSeq, 4);
  },
);

Deno.test("a conversation that is not there is an empty snapshot", async () => {
  using bench = storeFolder();
  const snapshot = await readContext(bench.open(), ALL);
  assertEquals([snapshot.throughSeq, snapshot.records.length], [0, 0]);
});

Deno.test("a cursor names what changed, vanished and came", async () => {
  using bench = storeFolder();
  const store = bench.open();
  await say(store, "a", "b");
  const put = (id: string, text: string, expect: bigint) =>
    putMemory(store, { id, document: JSON.stringify({ text }), expect }, NOW);
  const kept = await put("kept", "1", 0n);
  const changed = await put("changed", "1", 0n);
  const tomb = await put("tomb", "1", 0n);
  const gone = await put("gone", "1", 0n);
  const { cursor } = await readContext(store, ALL);
  const named = ["kept", "changed", "tomb", "gone", "new"];
  const some = await readContext(store, { ...ALL, memory: named });
  for (const one of [cursor, some.cursor]) {
    assertEquals((await checkCursor(store, BINDING, one)).current, true);
  }
  await put("changed", "2", changed);
  await deleteMemory(store, { id: "tomb", expect: tomb }, NOW);
  await store.fileDelete("memory/portable/gone.json", gone);
  await put("new", "1", 0n);
  await say(store, "c", "d", "e");
  for (const one of [cursor, some.cursor]) {
    const text = JSON.stringify(cursorFields(one));
    assertEquals(await checkCursor(store, BINDING, parseCursor(text)), {
      current: false,
      changed: ["memory/portable/changed.json", "memory/portable/tomb.json"],
      deleted: ["memory/portable/gone.json"],
      added: ["memory/portable/new.json"],
      recordsSince: 3,
      recordsLost: 0,
    });
  }
  assertEquals(cursor.files.get("memory/portable/kept.json"), kept);
});

Deno.test("a document that was not asked for is no news", async () => {
  using bench = storeFolder();
  const store = bench.open();
  const { cursor } = await readContext(store, { ...ALL, memory: [] });
  const change = { id: "new", document: "{}", expect: 0n };
  await putMemory(store, change, NOW);
  assertEquals((await checkCursor(store, BINDING, cursor)).current, true);
});

Deno.test("a log that lost records is not current", async () => {
  using bench = storeFolder();
  const store = bench.open();
  await say(store, "a");
  const { cursor } = await readContext(store, ALL);
  const news = await checkCursor(store, BINDING, { ...cursor, throughSeq: 3 });
  assertEquals([news.current, news.recordsLost], [false, 2]);
});

Deno.test("a cursor of another agent or owner is refused", async () => {
  using bench = storeFolder();
  const store = bench.open();
  const { cursor } = await readContext(store, ALL);
  for (const part of ["agent", "owner"]) {
    await refusedWith(
      "context/foreign-cursor",
      () => checkCursor(store, { ...BINDING, [part]: "bob" }, cursor),
    );
  }
});

const CURSOR = {
  agent: "ada",
  owner: "eve",
  thread: THREAD,
  through_seq: 3,
  files: { "memory/notes.md": "18446744073709551615" },
  all_memory: false,
};

Deno.test("a cursor survives its JSON, alone or in what read prints", () => {
  const cursor = parseCursor(JSON.stringify(CURSOR));
  assertEquals(cursorFields(cursor), CURSOR);
  assertEquals(cursor.files.get("memory/notes.md"), 2n ** 64n - 1n);
  const printed = JSON.stringify({ version: 1, cursor: CURSOR, more: [] });
  assertEquals(parseCursor(printed), cursor);
});

Deno.test.each([
  ["context/cursor", "no JSON", "{"],
  ["context/cursor", "a list", "[]"],
  ["context/cursor", "nothing in it", "{}"],
  ["context/cursor", "no agent", { agent: 7 }],
  ["context/cursor", "a hostile owner", { owner: "../x" }],
  ["context/cursor", "a thread of another type", { thread: 1 }],
  ["context/cursor", "another kind of thread", { thread: "acp:x" }],
  ["context/cursor", "a negative sequence", { through_seq: -1 }],
  ["context/cursor", "half a sequence", { through_seq: 1.5 }],
  ["context/cursor", "files in a list", { files: [] }],
  ["context/cursor", "a number for a version", { files: { "memory/a": 1 } }],
  ["context/cursor", "too large a version", {
    files: { "memory/a": "18446744073709551616" },
  }],
  ["context/cursor", "a climbing path", { files: { "memory/../x": "1" } }],
  ["context/cursor", "a path of no collection", { files: { "x/y": "1" } }],
  ["context/cursor", "a name of the language's own", {
    files: JSON.parse('{"__proto__":"1"}'),
  }],
  ["context/cursor", "a log for a file", { files: { "chats/a.jsonl": "1" } }],
])("code %s: a cursor with %s", async (code, _what, change) => {
  const text = typeof change === "string"
    ? change
    : JSON.stringify({ ...CURSOR, ...change });
  await refusedWith(
    code,
    () => Promise.resolve().then(() => parseCursor(text)),
  );
});

Deno.test("records are read page by page, and a gap is told", async () => {
  let asked = 0;
  const raw = "{}";
  const store = {
    read: (_thread: string, { after = 0 } = {}) => {
      asked++;
      const records = [1, 2, 3].map((i) => ({ seq: after + i, raw }));
      return Promise.resolve({ records, more: true });
    },
  } as unknown as Store;
  const range = { after: 0, through: 9 };
  const records = recordsOf(store, THREAD, range);
  await records.next();
  assertEquals(asked, 1);
  await records.return(undefined);
  const gapped = {
    read: () => Promise.resolve({ records: [{ seq: 2, raw }], more: false }),
  } as unknown as Store;
  const empty = {
    read: () => Promise.resolve({ records: [], more: false }),
  } as unknown as Store;
  for (const broken of [gapped, empty]) {
    await refusedWith(
      "context/gap",
      async () => void await recordsOf(broken, THREAD, range).next(),
    );
  }
});

Deno.test.each([
  ['{"role":"user"}', { role: "user", text: "", at: "" }],
  ['{"role":"summary","text":null,"at":null,"from":null}', {
    role: "summary",
    text: "",
    at: "",
  }],
  ['{"role":"tool","text":"t","at":"now","from":"sh","x":1}', {
    role: "tool",
    text: "t",
    at: "now",
    from: "sh",
  }],
  [
    '{"role":"user","source":{"adapter":"a","session":"s","record":"r","x":1}}',
    {
      role: "user",
      text: "",
      at: "",
      source: { adapter: "a", session: "s", record: "r" },
    },
  ],
  ['{"role":"user","source":"mine"}', { role: "user", text: "", at: "" }],
  ['{"role":"User"}', undefined],
  ['{"role":"system","text":"x"}', undefined],
  ['{"role":["user"]}', undefined],
  ['{"text":"x"}', undefined],
  ['{"role":"user","text":["x"]}', undefined],
  ['{"role":"user","at":1}', undefined],
  ['{"role":"user","from":{}}', undefined],
  ['{"role":"assistant","reasoning":"hidden"}', {
    role: "assistant",
    text: "",
    at: "",
  }],
  ["null", undefined],
  ["no JSON", undefined],
] as [string, object | undefined][])("the event in %s is %j", (raw, want) => {
  const event = eventOf({ seq: 5, raw });
  assertEquals(event, want && ({ seq: 5, ...want } as typeof event));
});
