// Copyright 2026 the lnk authors. MIT license.

/** Whatever is done to a log behind the store, no record is lost or made up. */

import { assert, assertEquals } from "@std/assert";
import { fileStore } from "../../lib/store/files.ts";
import { BINDING, refusedWith } from "../support/store.ts";
import { filled, MAIN, range, record, TICK } from "./filled.ts";

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
