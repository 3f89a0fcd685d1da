// Copyright 2026 the lnk authors. MIT license.

/** Records keep their text; what is no record is refused. */

import { assert, assertEquals, assertThrows } from "@std/assert";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { canonicalText, recordDigest } from "../../lib/store/canonical.ts";
import {
  checkRecord,
  LARGEST_RECORD,
  lineOf,
  MOST_OPENED,
  readLine,
} from "../../lib/store/record.ts";
import { bytesOf, storeFolder } from "../support/store.ts";

/** What a parser would change, each as a member's value. */
const VERBATIM: readonly string[] = [
  "12345678901234567890",
  "1.0",
  "1e400",
  "-0",
  "0.1e-7",
  "1E+2",
  '"\\ud800"',
  '"\\uDFFF\\uD800"',
  '"\\u2028\u2028\u2029"',
  '"\\/\\b\\f\\n\\r\\t\\u0000"',
  '"\ufeff"',
  '"\u007f\u0080"',
  '{"a":1,"a":2,"":3,"__proto__":4}',
  "[ 1 ,\t2 ]",
  '"' + "long ".repeat(2 * 1024 * 1024) + '"',
];

Deno.test("append() and read() keep a record byte for byte", async () => {
  using folder = storeFolder();
  {
    using store = folder.open();
    for (const [i, value] of VERBATIM.entries()) {
      await store.append("link:main", `{"n":${value}}`, i + 1);
    }
  }
  const wanted = VERBATIM.map((value, i) => `{"seq":${i + 1},"n":${value}}`);
  // A store that sees the log for the first time checks every line.
  using store = folder.open({ index: "memory" });
  const found: string[] = [];
  for (let page = await store.read("link:main");;) {
    found.push(...page.records.map(({ raw }) => raw));
    if (!page.more) break;
    page = await store.read("link:main", { after: found.length });
  }
  assertEquals(found.length, wanted.length);
  wanted.forEach((line, i) => assert(line === found[i], `record ${i + 1}`));
  const bytes = Deno.readFileSync(`${folder.root}/chats/main.jsonl`);
  assertEquals(bytes, bytesOf(wanted.map((line) => `${line}\n`).join("")));
});

Deno.test.each(
  [
    ["{}", '{"seq":7}'],
    ["{ }", '{"seq":7 }'],
    ["{\n}", '{"seq":7 }'],
    [' \r\n\t{"a":1}\n\n', '{"seq":7,"a":1}'],
    [
      '{\n  "a": 1,\r\n  "b": [\n  ]\n}\n',
      '{"seq":7,   "a": 1,    "b": [   ] }',
    ],
    ['{"a":"\\n"}', '{"seq":7,"a":"\\n"}'],
    ['{"Seq":1,"a":{"seq":2}}', '{"seq":7,"Seq":1,"a":{"seq":2}}'],
    ['{"source":"cli"}', '{"seq":7,"source":"cli"}'],
    ['{"source":{"file":1}}', '{"seq":7,"source":{"file":1}}'],
  ] as const,
)("lineOf() makes of %j the line %j", (record, line) => {
  assertEquals(lineOf(checkRecord(record), 7), line);
  const read = readLine(bytesOf(line), 7);
  assertEquals(typeof read === "string" ? read : read.raw, line);
});

const source = (adapter: unknown, session: unknown, record: unknown) =>
  JSON.stringify({ source: { adapter, session, record } });

/** Texts that are no record, as the tests of JSON parsers have them. */
const REFUSED: readonly string[] = [
  "",
  " ",
  "null",
  "1",
  '"text"',
  "[]",
  '[{"a":1}]',
  "{",
  "}",
  "{} {}",
  "{}{}",
  "{}x",
  '{"a":1}}',
  '{"a":1,}',
  "{,}",
  '{"a"}',
  '{"a":}',
  "{a:1}",
  "{'a':1}",
  '{"a":1 "b":2}',
  '{"a" 1}',
  '{"a"::1}',
  '{"a":01}',
  '{"a":+1}',
  '{"a":.1}',
  '{"a":1.}',
  '{"a":1e}',
  '{"a":0x1}',
  '{"a":--1}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":-}',
  '{"a":tru}',
  '{"a":True}',
  '{"a":undefined}',
  '{"a":"\t"}',
  '{"a":"\n"}',
  '{"a":"\0"}',
  '{"a":"\\x"}',
  '{"a":"\\u12"}',
  '{"a":"',
  '{"a":"b}',
  '{"a":[}',
  '{"a":[1,]}',
  '{"a":1}//',
  '{"a":/**/1}',
  "\ufeff{}",
  "\u00a0{}",
  "{}\0",
  '{"a":"\ud800"}',
  '{"seq":1}',
  '{"a":1,"seq":null}',
  '{"\\u0073eq":1}',
  '{"s\\u0065\\u0071":1}',
  source("", "s", "r"),
  source("a", "s", "r".repeat(257)),
  source("a", "s", undefined),
  source("a", 1, "r"),
];

for (const text of REFUSED) {
  Deno.test(`checkRecord() refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
    const error = assertThrows(() => checkRecord(text), LnkError);
    assertEquals(error.code, "store/record");
  });
}

Deno.test("checkRecord() takes 16 MiB and not a byte more", () => {
  const text = `{"a":"${"x".repeat(LARGEST_RECORD - 8)}"}`;
  assertEquals(checkRecord(text).text.length, LARGEST_RECORD);
  assertThrows(() => checkRecord(text.replace("x", "ä")), LnkError);
  assertThrows(() => checkRecord(`${text} `), LnkError);
});

Deno.test("canonicalText() reckons with exponents of any length", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      fc.stringMatching(/^0{0,3}[1-9][0-9]{0,5}$/),
      fc.nat(30),
      (power, part, zeros) => {
        const exponent = power > 0 && power % 2n === 0n ? `+0${power}` : power;
        const token = `1.${part}${"0".repeat(zeros)}e${exponent}`;
        const digits = `1${part}`.replace(/0+$/, "");
        const exact = `${digits}e${power - BigInt(digits.length - 1)}`;
        if (Number.isFinite(Number(token)) && Number(token) !== 0) return;
        assertEquals(canonicalText(token), exact);
      },
    ),
    { numRuns: 2000 },
  );
  const cases = [
    ["10e999999999999999", "1e1000000000000000"],
    ["10e9999999999999999999", "1e10000000000000000000"],
    ["10e1999999999999999999", "1e2000000000000000000"],
    ["0.1e1000000000000000", "1e999999999999999"],
    ["0.1e10000000000000000", "1e9999999999999999"],
    ["0.1e2000000000000000000", "1e1999999999999999999"],
    ["10e-1000000000000000", "1e-999999999999999"],
    ["10e-2000000000000000000", "1e-1999999999999999999"],
    ["-0.1e-9999999999999999", "-1e-10000000000000000"],
    ["1e-00000000000000000000400", "1e-400"],
  ] as const;
  for (const [token, exact] of cases) assertEquals(canonicalText(token), exact);
});

Deno.test("a record with too many lists and objects is refused before it is parsed", () => {
  const lists = (count: number) => `{"a":[${"[],".repeat(count - 3)}[]]}`;
  assertEquals(checkRecord(lists(MOST_OPENED)).source, undefined);
  assertThrows(
    () => checkRecord(lists(MOST_OPENED + 1)),
    LnkError,
    "it has more than 1048576 lists and objects",
  );
  // Brackets in strings are text.
  const text = "[".repeat(MOST_OPENED + 1);
  assertEquals(checkRecord(JSON.stringify({ text })).source, undefined);
});

Deno.test("an exponent of any length costs no more than its digits", async () => {
  const digits = "7".repeat(4_000_000);
  const [record, same] = [`{"v":1e${digits}}`, `{"v": 10e${digits}}`];
  const more = `{"v":1e${digits.slice(1)}8}`;
  assertEquals(await recordDigest(same), await recordDigest(more));
  assert(await recordDigest(record) !== await recordDigest(same));
});

Deno.test("deep nesting ends neither append nor digest", async () => {
  const deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
  const { text } = checkRecord(`{"a":${deep}}`);
  assertEquals((await recordDigest(text)).length, 64);
});

Deno.test("a source counts characters, and tells any two apart", () => {
  const keys = [
    source("a", "s", "r"),
    source("a\u0000s", "", "r").replace('""', '"s"'),
    source("as", "s", "r"),
    source("a", "s\\", "r"),
    '{"source":{"adapter":"a","session":"s","record":"\\ud800"}}',
    '{"source":{"adapter":"a","session":"s","record":"\\ud801"}}',
    source("a", "s", "\u{1f600}".repeat(256)),
  ].map((text) => checkRecord(text).source);
  assertEquals(new Set(keys).size, keys.length);
  assert(keys.every((key) => key !== undefined));
});

Deno.test("canonicalText() is RFC 8785 where that loses nothing", () => {
  fc.assert(fc.property(fc.json(), fc.boolean(), (json, spaced) => {
    const value = JSON.parse(json);
    const text = spaced ? JSON.stringify(value, null, 2) : json;
    assertEquals(canonicalText(text), canonicalize(value));
  }));
});

Deno.test.each(
  [
    ['{"b":1,"a":2}', '{"a":2,"b":1}'],
    ['{"n":1.0}', '{"n":1}'],
    ['{"n":100e-2}', '{"n":1}'],
    ['{"n":-0}', '{"n":0}'],
    ['{"n":0e999999999999}', '{"n":0}'],
    ['{"n":1e400}', '{"n":10e399}'],
    ['{"n":12345678901234567890}', '{"n":1234567890123456789e1}'],
    ['{"t":"\\u0041\\/"}', '{"t":"A/"}'],
    ['{"t":"\\uD83D\\uDE00"}', '{"t":"\u{1f600}"}'],
    ['{"seq":1,"t":1}', '{"t":1,"\\u0073eq":9}'],
    ['{"a":1,"b":0,"a":2}', '{"b":0,"a":1,"a":2}'],
  ] as const,
)("recordDigest() takes %j for %j", async (left, right) => {
  assertEquals(await recordDigest(left), await recordDigest(right));
});

Deno.test.each(
  [
    ['{"n":12345678901234567890}', '{"n":12345678901234567891}'],
    ['{"n":1e400}', '{"n":1e401}'],
    ['{"n":0.1}', '{"n":0.1000000000000000055511151231257827}'],
    ['{"n":1}', '{"n":"1"}'],
    ['{"n":1}', '{"n":true}'],
    ['{"a":1,"a":2}', '{"a":2,"a":1}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"t":"\\ud800"}', '{"t":"\\ud801"}'],
    ['{"t":"\\ud800"}', '{"t":"\\\\ud800"}'],
    ['{"t":"\\ud800"}', '{"t":"\ufffd"}'],
    ['{"t":"é"}', '{"t":"e\u0301"}'],
    ['{"a":{"seq":1}}', '{"a":{"seq":2}}'],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
  ] as const,
)("recordDigest() tells %j from %j", async (left, right) => {
  assert(await recordDigest(left) !== await recordDigest(right));
});
