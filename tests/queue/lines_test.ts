// Copyright 2026 the lnk authors. MIT license.

/** The lines of a batch, whose bytes are decoded many lines at a time. */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { linesOf } from "../../lib/queue/lines.ts";

/** Each line by itself, as a strict decoder reads it. */
function slowly(records: Uint8Array): (string | undefined)[] {
  const lines: (string | undefined)[] = [];
  for (let at = 0; at < records.length;) {
    const found = records.indexOf(10, at);
    const end = found < 0 ? records.length : found;
    lines.push(decoded(records.subarray(at, end)));
    at = end + 1;
  }
  return lines;
}

function decoded(line: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
      .decode(line);
  } catch {
    return undefined;
  }
}

const SOME = [
  [],
  [0x61],
  [0xff],
  [0xe2, 0x82, 0xac],
  [0xe2, 0x82],
  [0xef, 0xbf, 0xbd],
  [0xef, 0xbb, 0xbf],
];

/** Around the bytes that are decoded at once, and far from them. */
const LENGTHS = [0, 1, 40, 65534, 65535, 65536, 65537, 140_000];

Deno.test("lines are what each is by itself, wherever a block ends", () => {
  const line = fc.record({
    length: fc.constantFrom(...LENGTHS),
    start: fc.constantFrom(...SOME),
    end: fc.constantFrom(...SOME),
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 6 }),
      fc.boolean(),
      (lines, ended) => {
        const bytes = lines.flatMap(({ length, start, end }, i) => [
          ...i > 0 ? [10] : [],
          ...start,
          ...new Array<number>(length).fill(0x78),
          ...end,
        ]);
        const records = Uint8Array.from(ended ? [...bytes, 10] : bytes);
        const found = Array.from(linesOf(records));
        assertEquals(found.length, slowly(records).length);
        // Said by place: the lines are long.
        const wrong = slowly(records).findIndex((one, i) => one !== found[i]);
        assertEquals(wrong, -1);
      },
    ),
    { numRuns: 60 },
  );
});

for (
  const [text, lines] of [
    ["", []],
    ["\n", [""]],
    ["a", ["a"]],
    ["a\n", ["a"]],
    ["a\n\n", ["a", ""]],
    ["\na", ["", "a"]],
  ] as const
) {
  Deno.test(`the lines of ${JSON.stringify(text)}`, () => {
    const records = new TextEncoder().encode(text);
    assertEquals(Array.from(linesOf(records)), [...lines]);
  });
}
