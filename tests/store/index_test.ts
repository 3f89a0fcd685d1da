// Copyright 2026 the lnk authors. MIT license.

/** Whatever is done to a log or its index behind the store, no answer is wrong. */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { fileStore } from "../../lib/store/files.ts";
import type { Store } from "../../lib/store/interface.ts";
import { logLines } from "../../lib/store/raw_lines.ts";
import { BINDING, refusedWith, storeFolder } from "../support/store.ts";

const MAIN = "link:main";

function record(item: number): string {
  const source = `{"adapter":"a","session":"s","record":"${item}"}`;
  return `{"n":${item},"source":${source}}`;
}

/** A store whose two logs have some records each, closed. */
async function filled(counts: Readonly<Record<string, number>>) {
  const folder = storeFolder();
  using store = folder.open();
  for (const [name, count] of Object.entries(counts)) {
    for (let item = 1; item <= count; item++) {
      const which = name === "main" ? item : item + 1000;
      await store.append(`link:${name}`, record(which), item);
    }
  }
  return folder;
}

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

/** No hand edits a file within so many milliseconds of an append. */
const TICK = 20;

type Edit = (lines: string[]) => string[] | string;

const EDITS:
  readonly (readonly [string, Edit, number | "store/corrupt-log"])[] = [
    ["a record added", (lines) => [...lines, '{"seq":6}'], 6],
    ["the last record removed", (lines) => lines.slice(0, -1), 4],
    ["all removed", () => [], 0],
    [
      "a text changed in the middle",
      (lines) => lines.with(2, lines[2]!.replace('"n":3', '"n":8')),
      5,
    ],
    ["a line removed", (lines) => lines.toSpliced(2, 1), "store/corrupt-log"],
    ["a line twice", (lines) => [...lines, lines[4]!], "store/corrupt-log"],
    ["an empty line", (lines) => lines.with(2, ""), "store/corrupt-log"],
    [
      "a line that is no JSON",
      (lines) => lines.with(2, "x"),
      "store/corrupt-log",
    ],
    [
      "a sequence changed",
      (lines) => lines.with(4, lines[4]!.replace('"seq":5', '"seq":6')),
      "store/corrupt-log",
    ],
    [
      "a sequence as text",
      (lines) => lines.with(4, lines[4]!.replace('"seq":5', '"seq":"5"')),
      "store/corrupt-log",
    ],
    [
      "a block of NUL bytes in the middle",
      (lines) => lines.with(2, "\0".repeat(lines[2]!.length)),
      "store/corrupt-log",
    ],
    [
      "a confirmed last line of NUL bytes",
      (lines) => lines.with(4, "\0".repeat(lines[4]!.length)),
      "store/corrupt-log",
    ],
    [
      "a confirmed last line cut off",
      (lines) => lines.join("\n").slice(0, -3),
      "store/corrupt-log",
    ],
  ];

for (const [name, edit, wanted] of EDITS) {
  for (const open of [false, true]) {
    Deno.test(`${name} behind ${open ? "an open" : "a closed"} store`, async () => {
      using folder = await filled({ main: 5 });
      using store = folder.open();
      if (open) assertEquals(await store.last(MAIN), 5);
      await folder.host.sleep(TICK);
      const log = `${folder.root}/chats/main.jsonl`;
      const edited = edit(Deno.readTextFileSync(log).trimEnd().split("\n"));
      const text = typeof edited === "string"
        ? edited
        : edited.map((line) => `${line}\n`).join("");
      Deno.writeTextFileSync(log, text);
      if (typeof wanted === "number") {
        assertEquals(await store.last(MAIN), wanted);
        const { records } = await store.read(MAIN);
        assertEquals(records.map(({ seq }) => seq), range(1, wanted));
        assertEquals(
          (await store.append(MAIN, "{}", wanted + 1)).seq,
          wanted + 1,
        );
        return;
      }
      // Twice: a refusal must not be forgotten.
      for (let turn = 0; turn < 2; turn++) {
        await refusedWith(wanted, () => store.last(MAIN));
        await refusedWith(wanted, () => store.read(MAIN));
        const error = await refusedWith(
          wanted,
          () => store.append(MAIN, "{}", 6),
        );
        const { line, offset } = error.details as {
          line: number;
          offset: number;
        };
        const before = text.slice(0, offset);
        assertEquals(before.split("\n").length, line);
        assert(before === "" || before.endsWith("\n"));
      }
      assertEquals(Deno.readTextFileSync(log), text, "the log is kept");
    });
  }
}

/** Rewrites a log in place and sets its time back, as an editor that keeps times does. */
async function editKeepingTime(
  folder: Awaited<ReturnType<typeof filled>>,
  edit: (text: string) => string,
): Promise<void> {
  const log = `${folder.root}/chats/main.jsonl`;
  const { mtime, size } = Deno.statSync(log);
  // The one time that nobody can set is told in whole seconds.
  await folder.host.sleep(1050);
  Deno.writeTextFileSync(log, edit(Deno.readTextFileSync(log)));
  Deno.utimeSync(log, mtime!, mtime!);
  const after = Deno.statSync(log);
  assertEquals([after.size, after.mtime], [size, mtime]);
}

Deno.test("an edit that keeps size and time doubles no record", async () => {
  using folder = await filled({ main: 5 });
  await editKeepingTime(
    folder,
    (text) => text.replace('"record":"2"', '"record":"8"'),
  );
  using store = folder.open();
  await refusedWith(
    "store/source-conflict",
    () => store.append(MAIN, record(8), 6),
  );
  assertEquals(await store.append(MAIN, record(2), 6), {
    seq: 6,
    repeated: false,
  });
});

Deno.test("nothing is appended after a last line that is none any more", async () => {
  for (const open of [false, true]) {
    using folder = await filled({ main: 5 });
    using store = folder.open();
    if (open) assertEquals(await store.last(MAIN), 5);
    const log = `${folder.root}/chats/main.jsonl`;
    // So that an index believes the log whatever its times say.
    const { disk } = folder.host;
    const entryBefore = disk.lstat(log)!;
    const text = Deno.readTextFileSync(log);
    const at = text.lastIndexOf("{", text.length - 60);
    const blank = text.slice(0, at) + " ".repeat(text.length - at - 1) + "\n";
    Deno.writeTextFileSync(log, blank);
    const host = {
      ...folder.host,
      disk: {
        ...disk,
        openWrite: (path: string) => {
          const file = disk.openWrite(path);
          const { modified, changed } = entryBefore;
          const entry = () => ({ ...file.entry(), modified, changed });
          return path === log ? { ...file, entry } : file;
        },
      },
    };
    using other = fileStore(host, folder.root, BINDING);
    await refusedWith("store/corrupt-log", () => other.append(MAIN, "{}", 6));
    assertEquals(Deno.readTextFileSync(log), blank);
  }
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

Deno.test("every cut of the last line is an interrupted append", async () => {
  using folder = await filled({ main: 2 });
  const log = `${folder.root}/chats/main.jsonl`;
  const text = Deno.readTextFileSync(log);
  const next = record(3).replace("{", '{"seq":3,');
  for (let length = 1; length <= next.length; length += 7) {
    Deno.removeSync(`${folder.root}/.lnk`, { recursive: true });
    Deno.writeTextFileSync(log, text + next.slice(0, length));
    using store = folder.open();
    assertEquals(await store.last(MAIN), 2);
    assertEquals((await store.append(MAIN, "{}", 3)).seq, 3);
    assertEquals(Deno.readTextFileSync(log), `${text}{"seq":3}\n`);
  }
});

Deno.test("without room for what an interrupted append left, nothing is cut off", async () => {
  using folder = await filled({ main: 2 });
  const log = `${folder.root}/chats/main.jsonl`;
  const text = Deno.readTextFileSync(log) + '{"seq":3';
  Deno.writeTextFileSync(log, text);
  const { disk } = folder.host;
  const createNew: typeof disk.createNew = (path) => {
    if (!path.includes("/chats/")) return disk.createNew(path);
    throw Object.assign(new Error("no room"), { code: "ENOSPC" });
  };
  const host = { ...folder.host, disk: { ...disk, createNew } };
  using store = fileStore(host, folder.root, BINDING);
  const error = await refusedWith(
    "disk/full",
    () => store.append(MAIN, "{}", 3),
  );
  assertEquals(
    error.help,
    "free 8 bytes: the interrupted append is kept before it is cut off",
  );
  assertEquals(Deno.readTextFileSync(log), text);
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

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
