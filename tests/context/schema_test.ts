// Copyright 2026 the lnk authors. MIT license.

/** The schemas say what the readers take. */

import { assertEquals } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import { eventOf, LnkError, parseCursor, parseMemory } from "@lnk/tool";
import {
  CURSOR_SCHEMA,
  EVENT_SCHEMA,
  MEMORY_SCHEMA,
} from "../../lib/context/schema.ts";

function takes(act: () => unknown): boolean {
  try {
    return act() !== undefined;
  } catch (error) {
    if (error instanceof LnkError) return false;
    throw error;
  }
}

const KINDS = {
  event: [
    EVENT_SCHEMA,
    (raw: string) => takes(() => eventOf({ seq: 1, raw })),
  ],
  cursor: [CURSOR_SCHEMA, (text: string) => takes(() => parseCursor(text))],
  memory: [
    MEMORY_SCHEMA,
    (text: string) => takes(() => parseMemory(text, "m")),
  ],
} as const;

const CURSOR = { agent: "a", owner: "b", thread: "link:c", through_seq: 0 };
const SOURCE = { adapter: "a", session: "s", record: "r" };

Deno.test.each([
  ["event", { role: "user" }, true],
  ["event", { role: "tool", text: null, source: SOURCE }, true],
  ["event", { role: "user", text: null, at: null, from: null }, true],
  ["event", { role: "user", source: null }, true],
  ["event", { role: "user", source: "goose" }, true],
  ["event", { role: "user", source: { adapter: "a" } }, true],
  ["event", { role: "system" }, false],
  ["event", { role: "user", text: 1 }, false],
  ["event", {}, false],
  ["cursor", { ...CURSOR, files: { "memory/notes.md": "0" } }, true],
  ["cursor", { ...CURSOR, files: { "memory/notes.md": 0 } }, false],
  ["cursor", { ...CURSOR, files: {}, through_seq: -1 }, false],
  ["cursor", CURSOR, false],
  ["memory", { id: "m", source: null, mine: [1] }, true],
  ["memory", { id: "m", text: 1 }, false],
  ["memory", { id: "m", evidence: [{ thread: "link:a" }] }, false],
  ["memory", { id: "m", evidence: [{ thread: "link:a", seq: 1 }] }, true],
  ["memory", { id: "m", source: { adapter: "a" } }, false],
  ["memory", { text: "x" }, false],
] as [keyof typeof KINDS, object, boolean][])(
  "schema and reader of %s agree about %j: %s",
  (kind, value, want) => {
    const [schema, reads] = KINDS[kind];
    const valid = new Validator(schema as object, "2020-12").validate(value);
    assertEquals([valid.valid, reads(JSON.stringify(value))], [want, want]);
  },
);
