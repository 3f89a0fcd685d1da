// Copyright 2026 the lnk authors. MIT license.

/** Several processes on one store: nothing is lost or doubled. */

import { assert, assertEquals } from "@std/assert";
import { storeFolder } from "../support/store.ts";

const WORKER = new URL("../support/store_worker.ts", import.meta.url).pathname;

function worker(root: string, name: string, count: number): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", WORKER, root, name, `${count}`],
    stdout: "null",
  }).spawn();
}

Deno.test("4 processes append to one log and count in one file", async () => {
  using folder = storeFolder();
  const names = ["a", "b", "c", "d"];
  const each = 12;
  const workers = names.map((name) => worker(folder.root, name, each));
  for (const { status } of workers) assertEquals((await status).code, 0);
  using store = folder.open();
  const { records } = await store.read("link:main");
  assertEquals(records.map(({ seq }) => seq), records.map((_, i) => i + 1));
  const texts = records.map(({ raw }) => JSON.parse(raw).text as string);
  const wanted = names.flatMap((name) =>
    Array.from({ length: each }, (_, i) => `${name} ${i}`)
  );
  assertEquals(texts.toSorted(), wanted.toSorted());
  const notes = await store.fileRead("memory/notes.md");
  assertEquals(
    new TextDecoder().decode(notes!.content),
    String(names.length * each),
  );
});

Deno.test("a killed process leaves a store that goes on", async () => {
  using folder = storeFolder();
  for (let turn = 0; turn < 3; turn++) {
    const child = worker(folder.root, `k${turn}`, 1_000_000);
    const before = turn === 0 ? 0 : await count(folder.root);
    while (await count(folder.root) < before + 5) {
      await new Promise((done) => setTimeout(done, 20));
    }
    child.kill("SIGKILL");
    await child.status;
    using store = folder.open();
    const last = await store.last("link:main");
    const { records } = await store.read("link:main");
    assertEquals(records.length, last);
    const sources = records.map(({ raw }) => JSON.parse(raw).source)
      .filter((source) => source !== undefined)
      .map((source) => JSON.stringify(source));
    assertEquals(new Set(sources).size, sources.length);
    assert((await store.append("link:main", "{}", last + 1)).seq === last + 1);
  }
});

/** Lines so far, counted without the store. */
async function count(root: string): Promise<number> {
  try {
    const text = await Deno.readTextFile(`${root}/chats/main.jsonl`);
    return text.split("\n").length - 1;
  } catch {
    return 0;
  }
}
