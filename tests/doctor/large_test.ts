// Copyright 2026 the lnk authors. MIT license.

/** What is large or made to exhaust is looked at within bounds. */

import { assert, assertEquals } from "@std/assert";
import { MOST_SOURCES, sourceTable } from "../../lib/doctor/sources.ts";
import { wholeAgent } from "../support/agent.ts";
import { inFolder } from "../support/tree.ts";

const MEBIBYTE = 2 ** 20;

/** A log of so many records, each with a source of its own. */
function writeLog(path: string, records: number): void {
  using file = Deno.openSync(path, { create: true, write: true, mode: 0o600 });
  const encoder = new TextEncoder();
  let lines: string[] = [];
  for (let seq = 1; seq <= records; seq++) {
    lines.push(
      `{"seq":${seq},"role":"user","text":"hello","source":` +
        `{"adapter":"goose","session":"s1","record":"r${seq}"}}\n`,
    );
    if (lines.length < 10_000 && seq < records) continue;
    const bytes = encoder.encode(lines.join(""));
    for (let at = 0; at < bytes.length;) {
      at += file.writeSync(bytes.subarray(at));
    }
    lines = [];
  }
}

Deno.test({
  name: "doctor: a log of 300,000 records takes little memory (Linux)",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (base) => {
      const agent = await wholeAgent(base);
      writeLog(`${base}/ada/chats/large.jsonl`, 300_000);
      const before = Deno.memoryUsage().rss;
      let peak = before;
      const { checks } = await agent.examine({
        progress: () => peak = Math.max(peak, Deno.memoryUsage().rss),
      });
      const logs = checks.find(({ area, status }) =>
        area === "logs" && status === "ok"
      );
      assert(logs?.message.includes("300010 records"), logs?.message);
      const grown = (peak - before) / MEBIBYTE;
      assert(grown < 128, `${grown} MiB`);
    }),
});

Deno.test("doctor: a file of a tebibyte of nothing is told at once", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    for (
      const path of [
        "chats/main.jsonl",
        "home/memory/notes.md",
        "home/memory/portable/tea.json",
        "skills/cook/recipe.md",
        ".lnk/store/leases/turn.json",
      ]
    ) Deno.truncateSync(`${base}/ada/${path}`, 2 ** 40);
    const started = performance.now();
    const { errors } = await agent.examine();
    assertEquals(errors, 4);
    assert(performance.now() - started < 5000);
  }));

Deno.test("doctor: a million sources are told apart, and no more are kept", () => {
  const table = sourceTable(7);
  const isAt = (found: { seq: number }, seq: number) => found.seq === seq;
  for (let seq = 1; seq <= MOST_SOURCES; seq++) {
    const spot = { seq, at: seq * 100 };
    assertEquals(table.keep(`s${seq}`, spot, (f) => isAt(f, seq)), undefined);
  }
  const again = { seq: MOST_SOURCES + 1, at: 1 };
  assertEquals(table.keep("s77", again, (f) => isAt(f, 77)), {
    seq: 77,
    at: 7700,
  });
  assertEquals(table.keep("new", again, () => false), "full");
});
