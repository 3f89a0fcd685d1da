// Copyright 2026 the lnk authors. MIT license.

/** Portable documents: changed in their own text, by compare-and-swap. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  deleteMemory,
  getMemory,
  listMemory,
  LnkError,
  parseMemory,
  putMemory,
  type Store,
} from "@lnk/tool";
import { membersOf, setMembers } from "../../lib/memory/json_text.ts";
import { BINDING, bytesOf, refusedWith } from "../support/store.ts";
import { memory } from "../support/memory_store.ts";

const NOW = () => Date.UTC(2026, 0, 1);
const AT = '"2026-01-01T00:00:00.000Z"';

function open(): Store {
  return memory().open(BINDING);
}

/** Stores a text as a document, past all checks. */
async function stored(store: Store, id: string, text: string) {
  return await store.fileWrite(`memory/portable/${id}.json`, bytesOf(text), 0n);
}

async function textOf(store: Store, id: string): Promise<string | undefined> {
  return (await getMemory(store, id))?.document;
}

/** JSON texts with odd spacing, and numbers that a double cannot hold. */
function jsonText(): fc.Arbitrary<string> {
  const space = fc.constantFrom("", " ", "\n", "\t ", "\r\n");
  const number = fc.constantFrom("1.0", "1e400", "12345678901234567890", "-0");
  const scalar = fc.oneof(
    number,
    fc.constantFrom("true", "false", "null", '"\\u00e9"', '"{}[],:\\""'),
    fc.string().map((text) => JSON.stringify(text)),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      scalar,
      fc.tuple(space, fc.array(tie("value"), { maxLength: 3 }))
        .map(([gap, items]) => `[${gap}${items.join(`,${gap}`)}${gap}]`),
      objectText(tie("value"), space).map(({ text }) => text),
    ),
  }));
  return value;
}

/** An object's text and its members. */
interface ObjectText {
  readonly text: string;
  readonly members: readonly (readonly [string, string])[];
}

function objectText(
  value: fc.Arbitrary<string>,
  space: fc.Arbitrary<string>,
): fc.Arbitrary<ObjectText> {
  const name = fc.oneof(
    fc.constantFrom("text", "deleted", "__proto__", "a\\b", "id", ""),
    fc.string({ maxLength: 4 }),
  );
  return fc.tuple(fc.array(fc.tuple(name, value), { maxLength: 5 }), space)
    .map(([members, gap]) => ({
      members,
      text: `{${gap}${
        members.map(([name, text]) =>
          `${JSON.stringify(name)}${gap}:${gap}${text}`
        ).join(`${gap},${gap}`)
      }${gap}}`,
    }));
}

const OBJECT = objectText(jsonText(), fc.constantFrom("", " ", "\n  "));

Deno.test("membersOf() finds every member with its own spelling", () => {
  fc.assert(fc.property(OBJECT, ({ text, members }) => {
    assertEquals(
      membersOf(text).map(({ name, start, end }) => [
        name,
        text.slice(start, end),
      ]),
      members.map(([...member]) => member),
    );
  }));
});

Deno.test("setMembers() changes what it names and not a byte of the rest", () => {
  const changes = fc.dictionary(
    fc.constantFrom("text", "deleted", "new", "__proto__"),
    jsonText(),
  );
  fc.assert(fc.property(OBJECT, changes, ({ text, members }, changes) => {
    const named = new Map(Object.entries(changes));
    const changed = setMembers(text, named);
    JSON.parse(changed);
    const known = new Set(members.map(([name]) => name));
    assertEquals(
      membersOf(changed).map(({ name, start, end }) => [
        name,
        changed.slice(start, end),
      ]),
      [
        ...members.map(([name, value]) => [name, named.get(name) ?? value]),
        ...[...named].filter(([name]) => !known.has(name)),
      ],
    );
    if (named.size === 0) assertEquals(changed, text);
  }));
});

Deno.test("membersOf() takes any depth", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  assertEquals(membersOf(`{"a":${deep},"b":1}`).length, 2);
});

const ODD = '{ "big": 12345678901234567890,\n  "x": 1.0, "x": 2.0,\r\n' +
  '  "text" : "old", "nested": {"text": "inner", "deleted": 1}, "id":"odd" }\n';

Deno.test("unknown fields and their spelling survive put and delete", async () => {
  const store = open();
  const first = await stored(store, "odd", ODD);
  const change = { id: "odd", document: '{"text":"n\\u0065w"}', expect: first };
  const second = await putMemory(store, change, NOW);
  const put = ODD.replace('"old"', '"n\\u0065w"')
    .replace('"odd" }', `"odd","modified_at":${AT} }`);
  assertEquals(await textOf(store, "odd"), put);
  await deleteMemory(store, { id: "odd", expect: second }, NOW);
  assertEquals(
    await textOf(store, "odd"),
    put.replace('"n\\u0065w"', '""').replace(
      `${AT} }`,
      `${AT},"deleted":true }`,
    ),
  );
});

Deno.test("a deletion keeps id, source and evidence, and text brings it back", async () => {
  const store = open();
  const source = { adapter: "a", session: "s", record: "r" };
  const evidence = [{ thread: "link:main", seq: 3 }];
  const document = JSON.stringify({ text: "t", source, evidence });
  const first = await putMemory(store, { id: "m", document, expect: 0n }, NOW);
  const second = await deleteMemory(store, { id: "m", expect: first }, NOW);
  assert(second !== first);
  assertEquals((await getMemory(store, "m"))?.memory, {
    id: "m",
    text: "",
    source,
    evidence,
    modifiedAt: "2026-01-01T00:00:00.000Z",
    deleted: true,
  });
  const tagged = { id: "m", document: '{"tag":1}', expect: second };
  const third = await putMemory(store, tagged, NOW);
  assertEquals((await getMemory(store, "m"))?.memory?.deleted, true);
  const back = { id: "m", document: '{"text":"u"}', expect: third };
  await putMemory(store, back, NOW);
  const revived = (await getMemory(store, "m"))?.memory;
  assertEquals([revived?.deleted, revived?.text], [false, "u"]);
});

Deno.test("a change at another version is a conflict that tells the version", async () => {
  const store = open();
  const change = { id: "m", document: '{"text":"a"}', expect: 0n };
  const version = await putMemory(store, change, NOW);
  for (const expect of [0n, 7n]) {
    const error = await refusedWith(
      "store/version-conflict",
      () => putMemory(store, { ...change, expect }, NOW),
    );
    assertEquals(error.details.version, version);
    if (expect === 0n) continue;
    await refusedWith(
      "store/version-conflict",
      () => deleteMemory(store, { id: "m", expect }, NOW),
    );
  }
  await refusedWith(
    "store/version-conflict",
    () => deleteMemory(store, { id: "none", expect: 7n }, NOW),
  );
});

Deno.test("empty text for a deletion brings the document back too", async () => {
  const store = open();
  const expect = await stored(store, "m", '{"id":"m","deleted":true}');
  await putMemory(store, { id: "m", document: '{"text":""}', expect }, NOW);
  assertEquals((await getMemory(store, "m"))?.memory?.deleted, false);
});

Deno.test("a document that is as large as can be can be deleted", async () => {
  const store = open();
  const document = (fill: number) => `{"x":"${"y".repeat(fill)}"}`;
  const put = (fill: number) =>
    putMemory(store, { id: "m", document: document(fill), expect: 0n }, NOW);
  // The bytes of all else in its deletion.
  const rest = `{"x":"","id":"m","modified_at":${AT},"text":"","deleted":true}`;
  const most = 256 * 1024 - rest.length;
  await refusedWith("store/too-large", () => put(most + 1));
  const expect = await put(most);
  await deleteMemory(store, { id: "m", expect }, NOW);
  const { length } = bytesOf((await textOf(store, "m"))!);
  assertEquals(length, 256 * 1024);
});

Deno.test("two writers at one version: one wins, the other is told", async () => {
  const store = open();
  const first = { id: "m", document: "{}", expect: 0n };
  const expect = await putMemory(store, first, NOW);
  const ends = await Promise.allSettled(["a", "b"].map((text) => {
    const document = JSON.stringify({ text });
    return putMemory(store, { id: "m", document, expect }, NOW);
  }));
  assertEquals(ends.map(({ status }) => status).sort(), [
    "fulfilled",
    "rejected",
  ]);
});

Deno.test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["another id", '{"id":"other"}'],
  ["a number for text", '{"text":1}'],
  ["text twice", '{"text":"a","text":"b"}'],
  ["text twice, once escaped", '{"text":"a","te\\u0078t":"b"}'],
  ["a text for deleted", '{"deleted":"no"}'],
  ["a deletion with text", '{"text":"a","deleted":true}'],
  ["half a source", '{"source":{"adapter":"a"}}'],
  [
    "an empty source part",
    '{"source":{"adapter":"","session":"s","record":"r"}}',
  ],
  ["evidence that is no list", '{"evidence":{}}'],
  ["evidence without a sequence", '{"evidence":[{"thread":"link:a"}]}'],
  ["evidence of sequence 0", '{"evidence":[{"thread":"link:a","seq":0}]}'],
  ["a number for its time", '{"modified_at":1,"text":"a"}'],
  ["half a surrogate pair", '{"text":"\ud800"}'],
])("a document with %s is not written", async (what, document) => {
  const store = open();
  const change = { id: "m", document, expect: 0n };
  // The clock's time replaces a given one.
  if (what === "a number for its time") await putMemory(store, change, NOW);
  else {
    await refusedWith("memory/document", () => putMemory(store, change, NOW));
    assertEquals(await getMemory(store, "m"), undefined);
  }
});

Deno.test.each([
  ["no JSON", "{", undefined],
  ["a list", "[]", undefined],
  ["no id", '{"text":"a"}', '{"text":"a"}'],
  ["another id", '{"id":"x"}', '{"id":"x"}'],
])(
  "a stored document with %s is read as malformed, and can be replaced",
  async (_what, text, document) => {
    const store = open();
    const expect = await stored(store, "m", text);
    const found = await getMemory(store, "m");
    assertEquals([found?.memory, found?.document], [undefined, document]);
    assert(found?.problem?.includes('Cannot use "m" as a portable document'));
    await refusedWith(
      "memory/malformed",
      () => deleteMemory(store, { id: "m", expect }, NOW),
    );
    const change = { id: "m", document: '{"text":"b"}', expect };
    await putMemory(store, change, NOW);
    assertEquals((await getMemory(store, "m"))?.memory?.text, "b");
  },
);

Deno.test("what is missing in a document is empty", () => {
  assertEquals(parseMemory('{"id":"m","source":null}', "m"), {
    id: "m",
    text: "",
    evidence: [],
    modifiedAt: "",
    deleted: false,
  });
});

Deno.test("listMemory() reads documents only, deletions and malformed ones too", async () => {
  const store = open();
  await stored(store, "b", '{"id":"b","deleted":true}');
  await stored(store, "a", "{");
  await stored(store, "sub/x", "{}");
  await stored(store, "Upper", "{}");
  const found = await listMemory(store);
  assertEquals(found.map(({ id }) => id).sort(), ["a", "b"]);
});

Deno.test("a listed document that cannot be read is malformed, and hides no other", async () => {
  const inner = open();
  await stored(inner, "a", '{"id":"a"}');
  const version = await stored(inner, "b", '{"id":"b"}');
  const denied = "Cannot open it: Permission denied";
  const store: Store = {
    ...inner,
    fileRead: (path) =>
      path.endsWith("b.json")
        ? Promise.reject(new LnkError("unable", "disk/denied", denied))
        : inner.fileRead(path),
  };
  const found = await listMemory(store);
  assertEquals(
    found.map(({ id, problem }) => [id, problem]),
    [["a", undefined], ["b", denied]],
  );
  assertEquals(found[1]?.version, version);
});

Deno.test.each(["", "A", ".x", "../x", "a/b", "x".repeat(129)])(
  "%j is no document's id",
  async (id) => {
    const store = open();
    const change = { id, document: "{}", expect: 0n };
    await refusedWith("name/malformed", () => putMemory(store, change, NOW));
    await refusedWith("name/malformed", () => getMemory(store, id));
  },
);
