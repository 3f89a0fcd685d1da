// Copyright 2026 the lnk authors. MIT license.

/** Lines of a file, read in blocks of any size and in pieces of any size. */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { OpenFile } from "../lib/disk.ts";
import { type FileLine, fileLines } from "../lib/disk/lines.ts";

/** A file that gives at most some bytes at once. */
function fileOf(content: Uint8Array, most: number): OpenFile {
  const file: Pick<OpenFile, "path" | "entry" | "readAt"> = {
    path: "f",
    entry: () => ({ size: content.length }) as ReturnType<OpenFile["entry"]>,
    readAt: (position, into) => {
      const length = Math.min(into.length, most);
      const part = content.subarray(position, position + length);
      into.set(part);
      return part.length;
    },
  };
  return file as OpenFile;
}

/** Copies each line, as the buffer is reused. */
function read(lines: Iterable<FileLine>) {
  return Array.from(lines, ({ at, bytes, ended }) => ({
    at,
    text: new TextDecoder().decode(bytes),
    ended,
  }));
}

/** The same in the plainest way. */
function reference(text: string, start: number, end: number) {
  const found = [];
  for (let at = start; at < end;) {
    const newline = text.slice(0, end).indexOf("\n", at);
    const to = newline < 0 ? end : newline;
    found.push({ at, text: text.slice(at, to), ended: newline >= 0 });
    at = to + 1;
  }
  return found;
}

Deno.test("lines are what a plain reference says, whatever is read at once", () => {
  const size = fc.integer({ min: 1, max: 9 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n") });
  const place = fc.nat(12);
  fc.assert(
    fc.property(text, size, size, place, place, (text, block, most, a, b) => {
      const file = fileOf(new TextEncoder().encode(text), most);
      const [start, end] = [a, b].map((one) => Math.min(one, text.length))
        .sort((x, y) => x - y) as [number, number];
      assertEquals(
        read(fileLines(file, { start, block })),
        reference(text, start, text.length),
      );
      assertEquals(
        read(fileLines(file, { start, end, block })),
        reference(text, start, end),
      );
    }),
    { numRuns: 2000 },
  );
});

Deno.test("of a line that is too long only the start is read", () => {
  const file = fileOf(new TextEncoder().encode("ab\n" + "c".repeat(99)), 99);
  const [first, second, ...none] = read(
    fileLines(file, { start: 0, block: 8, longest: 10 }),
  );
  assertEquals(first, { at: 0, text: "ab", ended: true });
  assertEquals([second!.at, second!.ended, none], [3, false, []]);
  assertEquals(second!.text.length < 99, true);
});
