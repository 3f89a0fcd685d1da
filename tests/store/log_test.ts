// Copyright 2026 the lnk authors. MIT license.

import { assertEquals } from "@std/assert";
import { bytesOf, refusedWith, storeFolder } from "../support/store.ts";

const MAIN = "link:main";

Deno.test("append() counts from 1 and read() gives the lines back", async () => {
  using folder = storeFolder();
  const store = folder.open();
  assertEquals(await store.last(MAIN), 0);
  assertEquals(await store.read(MAIN), { records: [], more: false });
  for (let seq = 1; seq <= 3; seq++) {
    const appended = await store.append(MAIN, `{"text":"${seq}"}`, seq);
    assertEquals(appended, { seq, repeated: false });
  }
  assertEquals(await store.last(MAIN), 3);
  const { records, more } = await store.read(MAIN, { after: 1, limit: 1 });
  assertEquals(records, [{ seq: 2, raw: '{"seq":2,"text":"2"}' }]);
  assertEquals(more, true);
  const text = Deno.readTextFileSync(`${folder.root}/chats/main.jsonl`);
  assertEquals(
    text,
    '{"seq":1,"text":"1"}\n{"seq":2,"text":"2"}\n{"seq":3,"text":"3"}\n',
  );
});

Deno.test("append() refuses any sequence but the next", async () => {
  using folder = storeFolder();
  const store = folder.open();
  for (const seq of [2, 3, Number.MAX_SAFE_INTEGER]) {
    const error = await refusedWith(
      "store/sequence-conflict",
      () => store.append(MAIN, "{}", seq),
    );
    assertEquals(error.details, { last: 0 });
  }
  await store.append(MAIN, "{}", 1);
  await refusedWith(
    "store/sequence-conflict",
    () => store.append(MAIN, "{}", 1),
  );
  assertEquals(await store.last(MAIN), 1);
});

Deno.test("an interrupted append is ignored, kept beside and cut off", async () => {
  using folder = storeFolder();
  const log = `${folder.root}/chats/main.jsonl`;
  const torn = '{"seq":2,"text":"half';
  {
    using store = folder.open();
    await store.append(MAIN, "{}", 1);
    Deno.writeTextFileSync(log, torn, { append: true });
    assertEquals(await store.last(MAIN), 1);
    assertEquals((await store.read(MAIN)).records.length, 1);
    await store.append(MAIN, '{"text":"whole"}', 2);
  }
  assertEquals(
    Deno.readTextFileSync(log),
    '{"seq":1}\n{"seq":2,"text":"whole"}\n',
  );
  const copies = Array.from(Deno.readDirSync(`${folder.root}/chats`))
    .filter(({ name }) => name.startsWith("main.jsonl.torn-10-"));
  assertEquals(copies.length, 1);
  assertEquals(
    Deno.readTextFileSync(`${folder.root}/chats/${copies[0]!.name}`),
    torn,
  );
});

Deno.test("a repeated source is the record that is there", async () => {
  using folder = storeFolder();
  const store = folder.open();
  const source = '"source":{"adapter":"a","session":"s","record":"r"}';
  await store.append(MAIN, "{}", 1);
  await store.append(MAIN, `{${source},"n":1.0}`, 2);
  assertEquals(
    await store.append(MAIN, `{"n" : 1,${source}}`, 99),
    { seq: 2, repeated: true },
  );
  const error = await refusedWith(
    "store/source-conflict",
    () => store.append(MAIN, `{"n":2,${source}}`, 3),
  );
  assertEquals(error.details.seq, 2);
  assertEquals(await store.last(MAIN), 2);
});

Deno.test("files change by compare-and-swap", async () => {
  using folder = storeFolder();
  const store = folder.open();
  const path = "memory/notes.md";
  await refusedWith(
    "store/expect-needed",
    () => store.fileWrite(path, bytesOf("a")),
  );
  const first = await store.fileWrite(path, bytesOf("a"), 0n);
  const error = await refusedWith(
    "store/version-conflict",
    () => store.fileWrite(path, bytesOf("b"), 0n),
  );
  assertEquals(error.details, { path: "memory/notes.md", version: first });
  const second = await store.fileWrite(path, bytesOf("b"), first);
  assertEquals(await store.fileList(), [{ path, version: second }]);
  assertEquals(
    Deno.readTextFileSync(`${folder.root}/home/memory/notes.md`),
    "b",
  );
  await store.fileDelete(path, second);
  assertEquals(await store.fileRead(path), undefined);
  assertEquals(await store.fileList("memory"), []);
});

Deno.test("a lease is taken by another after its end only", async () => {
  using folder = storeFolder();
  const store = folder.open();
  await store.leaseAcquire("link:main", "a", 1000);
  await refusedWith(
    "store/lease-held",
    () => store.leaseAcquire("link:main", "b", 1000),
  );
  folder.clock.now += 1000;
  await store.leaseAcquire("link:main", "b", 1000);
  await refusedWith(
    "store/lease-lost",
    () => store.leaseRelease("link:main", "a"),
  );
});
