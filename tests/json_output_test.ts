// Copyright 2026 the lnk authors. MIT license.

/** What --json prints is one line, and nothing in it moves a terminal. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonDocument, RawJson } from "../cli/report/json.ts";

Deno.test("a document is one line, whatever stands in it", () => {
  const raw = new RawJson('{\n  "a" :\r\n 1.0, "b": "\\n\u009b\u202e"\n}\n');
  assertEquals(
    jsonDocument({ raw, said: "\u009b31m\u2028\u202e\u007fé" }),
    '{"version":1,"raw":{   "a" :   1.0, "b": "\\n\\u009b\\u202e" } ,' +
      '"said":"\\u009b31m\\u2028\\u202e\\u007fé"}\n',
  );
});

Deno.test("what is escaped means the same", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(fc.property(text, text, (name, said) => {
    const value = { [`n${name}`]: said };
    const raw = new RawJson(JSON.stringify(value, null, 2));
    const line = jsonDocument({ value, raw });
    // deno-lint-ignore no-control-regex
    assert(/^[^\x00-\x1f\x7f-\x9f\u2028-\u202e]*\n$/.test(line));
    assertEquals(JSON.parse(line), { version: 1, value, raw: value });
  }));
});
