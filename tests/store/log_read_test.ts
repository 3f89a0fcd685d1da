// Copyright 2026 the lnk authors. MIT license.

/** What of a log is read: ranges, pages, and what is no record. */

import { assert, assertEquals } from "@std/assert";
import { logLines } from "../../lib/store/raw_lines.ts";
import { refusedWith, storeFolder } from "../support/store.ts";
import { filled, MAIN, range } from "./filled.ts";

Deno.test("a whole log is read with progress, in steps, and its tail by size", async () => {
  using folder = storeFolder();
  Deno.mkdirSync(`${folder.root}/chats`);
  const text = "x".repeat(1024 * 1024);
  const lines = range(1, 12).map((seq) => `{"seq":${seq},"t":"${text}"}\n`);
  Deno.writeTextFileSync(
    `${folder.root}/chats/main.jsonl`,
    lines.join("") + lines[0]!.slice(0, 9),
  );
  const told: [number, number][] = [];
  using store = folder.open({ progress: (...step) => void told.push(step) });
  assertEquals(await store.last(MAIN), 12);
  const total = told[0]![1];
  assertEquals(told.at(-1), [total, total]);
  assert(told.length >= 3 && told.every(([done]) => done <= total));
  const seqs: number[] = [];
  for (let more = true; more;) {
    const page = await store.read(MAIN, { after: seqs.length });
    assert(page.records.length <= 4, "a page is bounded by its size");
    seqs.push(...page.records.map(({ seq }) => seq));
    more = page.more;
  }
  assertEquals(seqs, range(1, 12));
});

Deno.test.each(
  [
    [{}, [1, 2, 3, 4, 5], false],
    [{ after: 0, through: 5, limit: 5 }, [1, 2, 3, 4, 5], false],
    [{ after: 3 }, [4, 5], false],
    [{ after: 5 }, [], false],
    [{ after: 99 }, [], false],
    [{ limit: 2 }, [1, 2], true],
    [{ through: 3, limit: 2 }, [1, 2], true],
    [{ after: 1, through: 3, limit: 2 }, [2, 3], false],
    [{ through: 0 }, [], false],
    [{ after: 4, through: 2 }, [], false],
  ] as const,
)("read(%j) gives %j, more: %s", async (wanted, seqs, more) => {
  using folder = await filled({ main: 5 });
  using store = folder.open();
  const page = await store.read(MAIN, wanted);
  assertEquals(page.records.map(({ seq }) => seq), [...seqs]);
  assertEquals(page.more, more);
});

Deno.test.each(
  [
    { limit: 0 },
    { limit: -1 },
    { limit: 1.5 },
    { after: -7 },
    { after: 1.5 },
    { after: NaN },
    { through: 2.5 },
    { through: -1 },
    { through: Infinity },
    { after: 2 ** 53 },
  ],
)("read(%j) is refused", async (range) => {
  using folder = storeFolder();
  using store = folder.open();
  await refusedWith("store/range", () => store.read(MAIN, range));
  for (const seq of [0, -1, 1.5, NaN, 2 ** 53]) {
    await refusedWith("store/range", () => store.append(MAIN, "{}", seq));
  }
  assertEquals(Array.from(Deno.readDirSync(folder.root)), []);
});

Deno.test("logLines() reads around what is no record", async () => {
  using folder = await filled({ main: 5 });
  const log = `${folder.root}/chats/main.jsonl`;
  const text = Deno.readTextFileSync(log);
  const lines = text.trimEnd().split("\n");
  Deno.writeTextFileSync(log, lines.with(2, "\0\0").join("\n"));
  const read = Array.from(logLines(folder.host.disk, folder.root, MAIN));
  assertEquals(read.map(({ line }) => line), range(1, 5));
  assertEquals(read.map(({ fault }) => fault !== undefined), [
    false,
    false,
    true,
    false,
    true,
  ]);
  assertEquals(new TextDecoder().decode(read[3]!.bytes), lines[3]);
});
