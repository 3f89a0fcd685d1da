// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseJson } from "../lib/json.ts";
import { locate, type Located } from "../lib/located.ts";

/** The findings as `line:column code`. */
function found(text: string): string[] {
  return locate(text, parseJson(text).problems)
    .map(({ code, span }) => `${span?.line}:${span?.column} ${code}`);
}

const deep = (depth: number) =>
  `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

Deno.test.each<[string, string, string[]]>([
  ["an empty text", "", ["1:1 json/syntax"]],
  ["an open brace", '{"a": 1,\n', ["2:1 json/syntax"]],
  ["a comma too many", '{"a": 1,\n}', ["2:1 json/syntax"]],
  ["a line comment", '{"a": 1} // x', ["1:10 json/syntax"]],
  ["a block comment", '/* x */ {"a": 1}', ["1:1 json/syntax"]],
  ["single quotes", "{'a': 1}", ["1:2 json/syntax"]],
  ["a bare name", "{a: 1}", ["1:2 json/syntax"]],
  ["a number with a leading zero", '{"a": 01}', ["1:8 json/syntax"]],
  ["NaN", '{"a": NaN}', ["1:7 json/syntax"]],
  ["a raw control character", '{"a": "\u0001"}', ["1:7 json/syntax"]],
  ["a raw line break", '{\n"a": "x\ny"}', ["2:6 json/syntax"]],
  ["a byte order mark", "\ufeff{}", ["1:1 json/syntax"]],
  ["a list", "[1]", ["1:1 json/not-an-object"]],
  ["null", "null", ["1:1 json/not-an-object"]],
  ["a name twice", '{"a": 1, "a": 2}', ["1:10 json/duplicate"]],
  ["a name spelt twice", '{"a": 1, "\\u0061": 2}', ["1:10 json/duplicate"]],
  [
    "names three times, and deeper",
    '{"a": 1, "a": 2, "a": {"b": 1, "b": 2}}',
    ["1:10 json/duplicate", "1:18 json/duplicate", "1:32 json/duplicate"],
  ],
  ["64 levels", deep(64), []],
  ["65 levels", deep(65), ["1:69 json/too-deep"]],
  ["a million brackets", "[".repeat(1_000_000), ["1:65 json/too-deep"]],
  ["half a million objects", '{"a":'.repeat(500_000), [
    "1:321 json/too-deep",
  ]],
  ["brackets in a string", `{"a": "${"[".repeat(1000)}"}`, []],
  ["a million quotes", '"'.repeat(1_000_000), ["1:3 json/syntax"]],
])("parseJson() places what is wrong in %s", (_name, text, want) => {
  assertEquals(found(text), want);
});

Deno.test("parseJson() says where a doubled name stood first", () => {
  const [problem] = parseJson('{"a": 1, "a": 2}').problems;
  assertEquals(problem?.related?.range, [1, 4]);
});

Deno.test("parseJson() keeps names that objects are born with as names", () => {
  const { root, problems } = parseJson('{"__proto__": {"constructor": true}}');
  assertEquals(problems, []);
  const inner = root.members.get("__proto__")?.value;
  assert(inner?.kind === "table");
  assertEquals(inner.members.get("constructor")?.value.kind, "boolean");
  assertEquals(({} as Record<string, unknown>).constructor, Object);
});

/** The value as JSON.parse gives it, as far as it is kept. */
function plain(value: Located): unknown {
  switch (value.kind) {
    case "table":
      return Object.fromEntries(
        Array.from(value.members.values(), (m) => [m.name, plain(m.value)]),
      );
    case "list":
      return value.items.map(plain);
    case "string":
    case "boolean":
      return value.value;
    default:
      return value.kind;
  }
}

function kept(value: unknown): unknown {
  if (value === null) return "nothing";
  if (typeof value === "number") return "number";
  if (Array.isArray(value)) return value.map(kept);
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, kept(member)]),
  );
}

Deno.test("parseJson() reads what JSON.parse reads", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
  fc.assert(fc.property(object, fc.nat(4), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const { root, problems } = parseJson(text);
    assertEquals(problems, []);
    assertEquals(plain(root), kept(JSON.parse(text)));
  }));
});

Deno.test("parseJson() refuses exactly what JSON.parse refuses", () => {
  const isJson = (text: string) => {
    try {
      return JSON.parse(text) !== undefined;
    } catch {
      return false;
    }
  };
  const odd = fc.constantFrom(..."{}[],:\"\\/0-.e\t\f\u00a0\u2028\0'#");
  fc.assert(
    fc.property(fc.json(), fc.nat(), odd, (text, at, character) => {
      const cut = at % (text.length + 1);
      const broken = text.slice(0, cut) + character + text.slice(cut);
      const syntax = found(broken).some((one) => one.endsWith("json/syntax"));
      assertEquals(syntax, !isJson(broken), JSON.stringify(broken));
    }),
    { numRuns: 1000 },
  );
});
