// Copyright 2026 the lnk authors. MIT license.

/** Whatever is done to a log's index behind the store, no answer is wrong. */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { fileStore } from "../../lib/store/files.ts";
import type { Store } from "../../lib/store/interface.ts";
import { BINDING, refusedWith, storeFolder } from "../support/store.ts";
import { filled, MAIN, range, record, TICK } from "./filled.ts";

function indexFiles(root: string, name: string): string[] {
  const folder = `${root}/.lnk/store/logs/${name}`;
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name)
    .sort().map((file) => `${folder}/${file}`);
}

type Harm = (root: string) => void;

const HARMS: Readonly<Record<string, Harm>> = {
  "nothing": () => {},
  "the index deleted": (root) =>
    Deno.removeSync(`${root}/.lnk/store/logs/main`, { recursive: true }),
  "all of the store's corner deleted": (root) =>
    Deno.removeSync(`${root}/.lnk`, { recursive: true }),
  "the index empty": (root) =>
    indexFiles(root, "main").forEach((file) => Deno.truncateSync(file)),
  "the index cut in half": (root) =>
    indexFiles(root, "main").forEach((file) =>
      Deno.truncateSync(file, Deno.statSync(file).size >> 1)
    ),
  "the index cut at a page": (root) =>
    indexFiles(root, "main").forEach((file) =>
      Deno.truncateSync(file, Deno.statSync(file).size - 4096)
    ),
  "the index full of zeros": (root) =>
    indexFiles(root, "main").forEach((file) =>
      Deno.writeFileSync(file, new Uint8Array(Deno.statSync(file).size))
    ),
  "the index no database": (root) =>
    indexFiles(root, "main").forEach((file) =>
      Deno.writeTextFileSync(file, "not a database ".repeat(1000))
    ),
  "the content of another log's index": (root) => {
    const [other] = indexFiles(root, "other");
    const [own] = indexFiles(root, "main");
    Deno.copyFileSync(other!, own!);
  },
  "another log's index": (root) => {
    Deno.removeSync(`${root}/.lnk/store/logs/main`, { recursive: true });
    Deno.renameSync(
      `${root}/.lnk/store/logs/other`,
      `${root}/.lnk/store/logs/main`,
    );
  },
  "two indexes": (root) => {
    const [other] = indexFiles(root, "other");
    Deno.copyFileSync(
      other!,
      `${root}/.lnk/store/logs/main/${other!.split("/").at(-1)}`,
    );
    for (const file of indexFiles(root, "main")) Deno.chmodSync(file, 0o600);
  },
};

for (const [name, harm] of Object.entries(HARMS)) {
  Deno.test(`answers stay right with ${name}`, async () => {
    using folder = await filled({ main: 40, other: 70 });
    harm(folder.root);
    using store = folder.open();
    assertEquals(await store.last(MAIN), 40);
    const { records } = await store.read(MAIN, { after: 30 });
    assertEquals(records.map(({ seq }) => seq), range(31, 40));
    assertEquals(await store.append(MAIN, record(7), 99), {
      seq: 7,
      repeated: true,
    });
    assertEquals((await store.append(MAIN, record(1001), 41)).seq, 41);
    assertEquals(await store.last(MAIN), 41);
    assertEquals(await store.last("link:other"), 70);
  });
}

Deno.test("an index of an earlier or later time is not believed", async () => {
  using folder = await filled({ main: 5 });
  const log = `${folder.root}/chats/main.jsonl`;
  const [index] = indexFiles(folder.root, "main");
  const old = { log: Deno.readFileSync(log), index: Deno.readFileSync(index!) };
  {
    using store = folder.open();
    for (let item = 6; item <= 9; item++) {
      await store.append(MAIN, record(item), item);
    }
  }
  const late = Deno.readFileSync(index!);
  // Behind: the records after it are found nevertheless.
  Deno.writeFileSync(index!, old.index);
  {
    using store = folder.open();
    assertEquals((await store.append(MAIN, record(9), 1)).seq, 9);
    assertEquals(await store.last(MAIN), 9);
  }
  // Ahead: the log was put back from a copy.
  Deno.writeFileSync(log, old.log);
  Deno.writeFileSync(index!, late);
  using store = folder.open();
  assertEquals(await store.last(MAIN), 5);
  assertEquals(await store.append(MAIN, record(9), 6), {
    seq: 6,
    repeated: false,
  });
});

Deno.test("an older index beside a write-ahead log is not believed", async () => {
  using folder = storeFolder();
  Deno.mkdirSync(`${folder.root}/chats`);
  /** Fills the log up to a record, and its index, which is closed. */
  const fill = async (count: number) => {
    const lines = range(1, count)
      .map((seq) => `${record(seq).replace("{", `{"seq":${seq},`)}\n`);
    Deno.writeTextFileSync(`${folder.root}/chats/main.jsonl`, lines.join(""));
    using store = folder.open();
    assertEquals(await store.last(MAIN), count);
  };
  await fill(300);
  const [index] = indexFiles(folder.root, "main");
  const old = Deno.readFileSync(index!);
  await fill(1200);
  // What a killed process leaves: copied while another store has it open.
  let left = new Uint8Array();
  {
    using store = folder.open();
    for (const item of range(1201, 1203)) {
      await store.append(MAIN, record(item), item);
    }
    left = Deno.readFileSync(`${index}-wal`);
  }
  Deno.writeFileSync(index!, old);
  Deno.writeFileSync(`${index}-wal`, left, { mode: 0o600 });
  using store = folder.open();
  for (const item of [1, 300, 301, 400, 600, 800, 1000, 1200, 1203]) {
    const seq = await store.last(MAIN) + 1;
    assertEquals(await store.append(MAIN, record(item), seq), {
      seq: item,
      repeated: true,
    });
  }
});

Deno.test("a source whose line was changed by hand is looked up again", async () => {
  using folder = await filled({ main: 3 });
  using store = folder.open();
  const log = `${folder.root}/chats/main.jsonl`;
  const text = Deno.readTextFileSync(log);
  await folder.host.sleep(TICK);
  Deno.writeTextFileSync(log, text.replace('"record":"2"', '"record":"8"'));
  assertEquals((await store.append(MAIN, record(2), 4)).repeated, false);
  await refusedWith(
    "store/source-conflict",
    () => store.append(MAIN, record(8), 5),
  );
});

Deno.test("a log beside which nothing can be written is read", async () => {
  using folder = await filled({ main: 3 });
  Deno.removeSync(`${folder.root}/.lnk`, { recursive: true });
  const mkdir = () => {
    const error = new Error("Read-only file system (os error 30): mkdir");
    throw Object.assign(error, { code: "EROFS" });
  };
  const host = { ...folder.host, disk: { ...folder.host.disk, mkdir } };
  using store = fileStore(host, folder.root, BINDING);
  assertEquals(await store.last(MAIN), 3);
  assertEquals((await store.read(MAIN)).records.length, 3);
  // What is known in memory is not read again, and not believed blindly.
  let reads = 0;
  const openRead = (path: string) => {
    const file = folder.host.disk.openRead(path);
    const readAt: typeof file.readAt = (position, into) => {
      reads++;
      return file.readAt(position, into);
    };
    return { ...file, readAt };
  };
  const counted = { ...host, disk: { ...host.disk, openRead } };
  using other = fileStore(counted, folder.root, BINDING);
  await other.last(MAIN);
  const first = reads;
  await other.last(MAIN);
  assertEquals([first > 0, reads], [true, first]);
  const log = `${folder.root}/chats/main.jsonl`;
  Deno.writeTextFileSync(log, Deno.readTextFileSync(log) + '{"seq":4}\n');
  assertEquals(await other.last(MAIN), 4);
  await refusedWith("disk/read-only", () => store.append(MAIN, "{}", 4));
});

Deno.test("a store that knew the log answers as one that sees it first", async () => {
  using folder = await filled({ main: 6 });
  const log = `${folder.root}/chats/main.jsonl`;
  const text = Deno.readFileSync(log);
  using store = folder.open();
  const random = fc.sample(
    fc.tuple(fc.nat(text.length - 1), fc.nat(255), fc.nat(3)),
    { numRuns: 150, seed: 1 },
  );
  for (const [at, byte, kind] of random) {
    await folder.host.sleep(2);
    Deno.writeFileSync(log, text);
    await store.last(MAIN);
    await folder.host.sleep(2);
    const [before, after] = [text.subarray(0, at), text.subarray(at + 1)];
    const changed = [
      [...before, byte, ...after],
      [...before, ...after],
      [...before, byte, text[at]!, ...after],
      [...before],
    ][kind]!;
    Deno.writeFileSync(log, new Uint8Array(changed));
    using fresh = folder.open({ index: "memory" });
    const [known, seen] = await Promise.all([answers(store), answers(fresh)]);
    // Only who knew it can tell that a confirmed record was cut off.
    if (known === "store/corrupt-log") continue;
    assertEquals(known, seen, `byte ${at}, kind ${kind}`);
  }
});

/** All that a store says of the log, or the code of its refusal. */
async function answers(store: Store): Promise<unknown> {
  try {
    const last = await store.last(MAIN);
    const { records } = await store.read(MAIN);
    assertEquals(records.map(({ seq }) => seq), range(1, last));
    return records;
  } catch (error) {
    if (error instanceof LnkError) return error.code;
    throw error;
  }
}
