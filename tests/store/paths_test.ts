// Copyright 2026 the lnk authors. MIT license.

/** Which path is what, and who may write it. */

import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../../lib/errors.ts";
import { runProgram } from "../support/program.ts";
import { DEFAULT_FOLDERS, type Folders } from "../../lib/grants.ts";
import { fileStore } from "../../lib/store/files.ts";
import { requireGrant, storePath } from "../../lib/store/paths.ts";
import {
  BINDING,
  bytesOf,
  refusedWith,
  storeFolder,
} from "../support/store.ts";

Deno.test.each(
  [
    ["instructions/a", "guidance", "instructions/a"],
    ["instructions/instruction.md", "guidance", "instructions/instruction.md"],
    ["skills/a/b/c", "guidance", "skills/a/b/c"],
    ["skills/memory/notes.md", "guidance", "skills/memory/notes.md"],
    ["memory/notes.md", "notes", "home/memory/notes.md"],
    ["memory/portable/a.json", "document", "home/memory/portable/a.json"],
    [
      "memory/portable/a.b-c_1.json",
      "document",
      "home/memory/portable/a.b-c_1.json",
    ],
    ["memory/portable/A.json", "memory", "home/memory/portable/A.json"],
    ["memory/portable/.json", "memory", "home/memory/portable/.json"],
    ["memory/portable/-a.json", "memory", "home/memory/portable/-a.json"],
    ["memory/portable/a/b.json", "memory", "home/memory/portable/a/b.json"],
    ["memory/portable/a.jsonl", "memory", "home/memory/portable/a.jsonl"],
    ["memory/portable", "memory", "home/memory/portable"],
    ["memory/index.json", "memory", "home/memory/index.json"],
    ["memory/Notes.md", "memory", "home/memory/Notes.md"],
    ["memory/notes.md/x", "memory", "home/memory/notes.md/x"],
    ["chats/main.jsonl", "conversation", "chats/main.jsonl"],
  ] as const,
)("storePath(%j) is %s at %s", (path, kind, relative) => {
  assertEquals(storePath(path), { path, kind, relative });
});

Deno.test.each(
  [
    ["", "store/path"],
    [".", "store/path"],
    ["..", "store/path"],
    ["/memory/notes.md", "store/path"],
    ["memory//notes.md", "store/path"],
    ["memory/./notes.md", "store/path"],
    ["memory/../chats/main.jsonl", "store/path"],
    ["memory/notes.md/", "store/path"],
    ["memory/notes.md\0", "store/path"],
    ["memory/no\ntes.md", "store/path"],
    ["memory\\notes.md", "store/path"],
    ["memory/\ud800", "store/path"],
    [`skills/${"a".repeat(506)}`, "store/path"],
    ["memory", "store/closed-path"],
    ["instructions", "store/closed-path"],
    ["home/memory/notes.md", "store/closed-path"],
    ["work/a.txt", "store/closed-path"],
    [".lnk/store/leases/x.json", "store/closed-path"],
    ["Memory/notes.md", "store/closed-path"],
    ["chats/main.json", "store/closed-path"],
    ["chats/a/main.jsonl", "store/closed-path"],
    ["chats/.jsonl", "store/closed-path"],
    ["chats/Main.jsonl", "store/closed-path"],
    ["chats/main.jsonl.torn-0-00", "store/closed-path"],
    ["skills/.lnk-0123456789abcdef01234567.tmp", "store/closed-path"],
  ] as const,
)("storePath(%j) fails with %s", (path, code) => {
  const error = assertThrows(() => storePath(path), LnkError);
  assertEquals(error.code, code);
});

Deno.test("a path of 512 bytes is one", () => {
  assertEquals(storePath(`skills/${"a".repeat(505)}`).kind, "guidance");
});

const folders = (write: string[], read: string[]): Folders => ({
  write,
  read,
  teams: new Map(),
});

/** May write: instructions, skills, notes and documents. */
const GRANTS: readonly (readonly [Folders, boolean, boolean, boolean])[] = [
  [DEFAULT_FOLDERS, false, false, true],
  [folders([], []), false, false, true],
  [folders(["instructions"], []), true, false, true],
  [folders(["skills"], ["instructions"]), false, true, false],
  [folders(["."], []), false, false, true],
  [folders(["."], ["instructions"]), false, false, false],
  [folders(["memory"], ["instructions"]), false, false, false],
  [folders(["instructions", "skills"], ["memory"]), true, true, false],
  [folders(["instructions"], ["."]), true, false, false],
];

for (const [granted, instructions, skills, notes] of GRANTS) {
  Deno.test(`requireGrant() under ${JSON.stringify(granted)}`, () => {
    const may = (path: string) => {
      try {
        requireGrant(storePath(path), granted);
        return true;
      } catch {
        return false;
      }
    };
    assertEquals(may("instructions/instruction.md"), instructions);
    assertEquals(may("skills/a/SKILL.md"), skills);
    assertEquals(may("memory/notes.md"), notes);
    assertEquals(may("memory/portable/a.json"), notes);
    assertEquals(may("memory/index.json"), false);
    assertEquals(may("memory/portable/A.json"), false);
    assertEquals(may("chats/main.jsonl"), false);
  });
}

Deno.test("no text is a path that leaves its tree", () => {
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "memory", "chats", "skills", "\\", "~"),
    fc.string(),
  );
  fc.assert(fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
    try {
      const { relative } = storePath(parts.join("/"));
      const way = relative.split("/");
      assertEquals(way.includes("..") || way.includes(""), false);
      assertEquals(
        ["instructions", "skills", "chats", "home"].includes(way[0]!),
        true,
      );
    } catch (error) {
      if (!(error instanceof LnkError)) throw error;
    }
  }));
});

Deno.test("files have limits", async () => {
  using folder = storeFolder();
  const store = folder.open({ folders: folders(["skills"], []) });
  const size = (bytes: number) => new Uint8Array(bytes).fill(0x61);
  for (
    const [path, limit] of [
      ["memory/notes.md", 64 * 1024],
      ["memory/portable/a.json", 256 * 1024],
      ["skills/a", 16 * 1024 * 1024],
    ] as const
  ) {
    await store.fileWrite(path, size(limit), 0n);
    await refusedWith(
      "store/too-large",
      () => store.fileWrite(path, size(limit + 1), 0n),
    );
  }
  Deno.writeFileSync(`${folder.root}/skills/b`, size(16 * 1024 * 1024 + 1));
  await refusedWith("store/too-large", () => store.fileRead("skills/b"));
  const listed = (await store.fileList("skills")).map(({ path }) => path);
  assertEquals(listed, ["skills/a"]);
  assertEquals((await store.fileRead("skills/a"))?.content.length, 16777216);
  await store.fileWrite(
    "memory/notes.md",
    bytesOf(""),
    (
      await store.fileRead("memory/notes.md")
    )!.version,
  );
});

Deno.test("a listing passes over what no path reaches, and lets others work", async () => {
  using folder = storeFolder();
  const memory = `${folder.root}/home/memory`;
  Deno.mkdirSync(memory, { recursive: true });
  Deno.writeTextFileSync(`${memory}/notes.md`, "x");
  const deep = `${memory}${"/d".repeat(600)}`;
  Deno.mkdirSync(deep, { recursive: true });
  Deno.writeTextFileSync(`${deep}/f`, "x");
  const long = `${memory}/${"l".repeat(250)}/${"m".repeat(250)}`;
  Deno.mkdirSync(long, { recursive: true });
  Deno.writeTextFileSync(`${long}/${"n".repeat(250)}`, "x");
  let looks = 0;
  let turns = 0;
  const { disk, sleep } = folder.host;
  const host = {
    ...folder.host,
    disk: {
      ...disk,
      lstat: (path: string) => {
        looks++;
        return disk.lstat(path);
      },
    },
    sleep: (ms: number) => {
      turns++;
      return sleep(ms);
    },
  };
  using store = fileStore(host, folder.root, BINDING);
  const paths = (await store.fileList()).map(({ path }) => path);
  assertEquals(paths, ["memory/notes.md"]);
  assertEquals(looks < 200_000, true);
  assertEquals(turns > 0, true);
});

Deno.test("a listing passes over what this user may not read, but for what was asked for", async () => {
  using folder = storeFolder();
  const memory = `${folder.root}/home/memory`;
  Deno.mkdirSync(`${memory}/closed/in`, { recursive: true });
  Deno.mkdirSync(`${memory}/seen`);
  for (const name of ["notes.md", "secret", "seen/a", "closed/a"]) {
    Deno.writeTextFileSync(`${memory}/${name}`, "x");
  }
  const { disk } = folder.host;
  const refused = (path: string) => {
    if (!/secret$|closed$|seen\/./.test(path)) return;
    throw Object.assign(new Error("no"), { code: "EACCES" });
  };
  const host = {
    ...folder.host,
    disk: {
      ...disk,
      openRead: (path: string) => {
        if (path.endsWith("secret")) refused(path);
        return disk.openRead(path);
      },
      list: (path: string) => {
        refused(path);
        return disk.list(path);
      },
      lstat: (path: string) => {
        if (path.includes("seen/")) refused(path);
        return disk.lstat(path);
      },
    },
  };
  using store = fileStore(host, folder.root, BINDING);
  const paths = (await store.fileList()).map(({ path }) => path);
  assertEquals(paths, ["memory/notes.md"]);
  await refusedWith("disk/denied", () => store.fileList("memory/closed"));
  await refusedWith("disk/denied", () => store.fileRead("memory/secret"));
});

Deno.test("store put tells the limit of the path that is written", async () => {
  using folder = storeFolder();
  for (
    const [path, code, said] of [
      ["memory/notes.md", 3, "store/too-large]: Cannot write"],
      ["memory/notes.md", 3, "it has more than 65536 bytes"],
      ["chats/main.jsonl", 1, "store/closed-path"],
    ] as const
  ) {
    const address = ["--store", `file:${folder.root}`, "--agent", "ada"];
    const ran = await runProgram(
      ["store", "put", path, "--expect", "0", ...address, "--owner", "eve"],
      { base: folder.root, stdin: new Uint8Array(65537) },
    );
    const stderr = new TextDecoder().decode(ran.stderr);
    assertEquals([ran.code, stderr.includes(said)], [code, true], stderr);
  }
});
