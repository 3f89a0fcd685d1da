// Copyright 2026 the lnk authors. MIT license.

/** What can still be read of a damaged log. */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { salvage } from "../../lib/context/salvage.ts";
import { storeFolder } from "../support/store.ts";

/** The sequences that are read of a log, and the lines that are not with their states. */
function salvaged(log: string | Uint8Array) {
  using bench = storeFolder();
  Deno.mkdirSync(`${bench.root}/chats`);
  const path = `${bench.root}/chats/main.jsonl`;
  if (typeof log === "string") Deno.writeTextFileSync(path, log);
  else Deno.writeFileSync(path, log);
  const good: number[] = [];
  const bad: (readonly [number, string])[] = [];
  for (const line of salvage(bench.host.disk, bench.root, "link:main")) {
    if (line.bad) bad.push([line.bad.line, line.bad.state]);
    else good.push(line.record.seq);
  }
  return { good, bad };
}

function logOf(...seqs: readonly number[]): string {
  return seqs.map((seq) => `{"seq":${seq}}\n`).join("");
}

Deno.test.each<[readonly number[], readonly number[]]>([
  [[1, 2, 33, 4, 5, 6, 7, 8], [1, 2, 4, 5, 6, 7, 8]],
  [[1, 2, 33, 34, 5, 6, 7], [1, 2, 5, 6, 7]],
  [[99, 2, 3], [2, 3]],
  [[1, 2, 2, 3], [1, 2, 3]],
  [[1, 3, 3, 4], [1, 3, 4]],
  [[1, 2, 7, 8], [1, 2, 7, 8]],
  [[1, 2, 33], [1, 2, 33]],
  [[5, 1, 2, 3, 1, 4], [1, 2, 3, 4]],
])("of the sequences %j those of %j are good", (seqs, good) => {
  assertEquals(salvaged(logOf(...seqs)).good, good);
});

Deno.test("a wrong sequence is told with what stands around it", () => {
  assertEquals(salvaged(logOf(1, 2, 33, 3, 4, 3, 5)).bad, [
    [3, "has sequence 33 before sequence 3"],
    [6, "has sequence 3 after sequence 4"],
  ]);
});

Deno.test("as many lines as can be are good, in order", () => {
  const seqs = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });
  fc.assert(
    fc.property(seqs, (seqs) => {
      const { good, bad } = salvaged(logOf(...seqs));
      assertEquals(good.length + bad.length, seqs.length);
      assertEquals(good, [...new Set(good)].sort((a, b) => a - b));
      assertEquals(good.length, longest(seqs));
    }),
    { numRuns: 40 },
  );
});

/** By looking at every pair. */
function longest(seqs: readonly number[]): number {
  const best: number[] = [];
  for (const [i, seq] of seqs.entries()) {
    best.push(
      1 + Math.max(0, ...best.filter((_, j) => seqs[j]! < seq && j < i)),
    );
  }
  return Math.max(0, ...best);
}

Deno.test("a line longer than any record hides nothing behind it", () => {
  const head = new TextEncoder().encode(logOf(1, 2));
  const tail = new TextEncoder().encode(`\n${logOf(4, 5)}{"seq":6}`);
  const size = 40 * 1024 * 1024;
  const log = new Uint8Array(head.length + size + tail.length);
  log.set(head);
  log.set(tail, head.length + size);
  assertEquals(salvaged(log), {
    good: [1, 2, 4, 5],
    bad: [
      [3, "is longer than any record"],
      [6, "has no newline: its append was interrupted"],
    ],
  });
});
