// Copyright 2026 the lnk authors. MIT license.

/** No path of the store is a link or passes through one; what is private stays so. */

import { assertEquals } from "@std/assert";
import { fileStore } from "../../lib/store/files.ts";
import {
  BINDING,
  bytesOf,
  refusedWith,
  storeFolder,
} from "../support/store.ts";

const MAIN = "link:main";
const NOTES = "memory/notes.md";
const OWNED = { write: ["instructions", "skills"], read: [], teams: new Map() };

type Plant = (root: string, outside: string) => void;

const PLANTED: Readonly<Record<string, readonly [string, Plant]>> = {
  "a file that is a link": ["disk/link", (root, outside) => {
    Deno.mkdirSync(`${root}/instructions`);
    Deno.symlinkSync(`${outside}/secret`, `${root}/instructions/a.md`);
  }],
  "a file that is a dangling link": ["disk/link", (root, outside) => {
    Deno.mkdirSync(`${root}/instructions`);
    Deno.symlinkSync(`${outside}/new`, `${root}/instructions/a.md`);
  }],
  "a folder that is a link": ["disk/link", (root, outside) => {
    Deno.symlinkSync(outside, `${root}/instructions`);
  }],
  "a folder that is a dangling link": ["disk/link", (root, outside) => {
    Deno.symlinkSync(`${outside}/new`, `${root}/instructions`);
  }],
  "a folder that leads to /proc": ["disk/link", (root) => {
    Deno.symlinkSync("/proc/self/cwd", `${root}/instructions`);
  }],
  "a second name of a file": ["disk/many-names", (root, outside) => {
    Deno.mkdirSync(`${root}/instructions`);
    Deno.linkSync(`${outside}/secret`, `${root}/instructions/a.md`);
  }],
  "a folder in a file's place": ["disk/wrong-kind", (root) => {
    Deno.mkdirSync(`${root}/instructions/a.md`, { recursive: true });
  }],
  "a file in a folder's place": ["disk/wrong-kind", (root) => {
    Deno.writeTextFileSync(`${root}/instructions`, "");
  }],
};

for (const [name, [code, plant]] of Object.entries(PLANTED)) {
  Deno.test(`a file is neither read, written nor removed through ${name}`, async () => {
    using folder = storeFolder();
    using other = storeFolder();
    Deno.writeTextFileSync(`${other.root}/secret`, "secret");
    plant(folder.root, other.root);
    using store = folder.open({ folders: OWNED });
    const path = "instructions/a.md";
    await refusedWith(code, () => store.fileRead(path));
    await refusedWith(code, () => store.fileWrite(path, bytesOf("x"), 1n));
    await refusedWith(code, () => store.fileDelete(path, 1n));
    if (code !== "disk/many-names") {
      await refusedWith(code, () => store.fileWrite(path, bytesOf("x")));
    }
    assertEquals(Array.from(Deno.readDirSync(other.root)).length, 1);
    assertEquals(Deno.readTextFileSync(`${other.root}/secret`), "secret");
  });
}

const LOGS: Readonly<Record<string, readonly [string, Plant]>> = {
  "a log that is a link": ["disk/link", (root, outside) => {
    Deno.mkdirSync(`${root}/chats`);
    Deno.symlinkSync(`${outside}/secret`, `${root}/chats/main.jsonl`);
  }],
  "a folder of logs that is a link": ["disk/link", (root, outside) => {
    Deno.renameSync(`${outside}/secret`, `${outside}/main.jsonl`);
    Deno.symlinkSync(outside, `${root}/chats`);
  }],
  "a log with a second name": ["disk/many-names", (root, outside) => {
    Deno.mkdirSync(`${root}/chats`);
    Deno.linkSync(`${outside}/secret`, `${root}/chats/main.jsonl`);
  }],
  "a corner that is a link": ["disk/link", (root, outside) => {
    Deno.symlinkSync(outside, `${root}/.lnk`);
  }],
  "a corner that others may enter": ["disk/not-private", (root) => {
    Deno.mkdirSync(`${root}/.lnk`);
    Deno.chmodSync(`${root}/.lnk`, 0o755);
  }],
};

for (const [name, [code, plant]] of Object.entries(LOGS)) {
  Deno.test(`nothing is appended through ${name}`, async () => {
    using folder = storeFolder();
    using other = storeFolder();
    Deno.writeTextFileSync(`${other.root}/secret`, '{"seq":1}\n');
    plant(folder.root, other.root);
    using store = folder.open();
    await refusedWith(code, () => store.append(MAIN, "{}", 1));
    const [left] = Deno.readDirSync(other.root);
    assertEquals(
      Deno.readTextFileSync(`${other.root}/${left!.name}`),
      '{"seq":1}\n',
    );
  });
}

Deno.test("an index of another mode, name or kind is not opened", async () => {
  using folder = storeFolder();
  {
    using store = folder.open();
    await store.append(MAIN, "{}", 1);
    await store.last(MAIN);
  }
  const logs = `${folder.root}/.lnk/store/logs/main`;
  const [index] = Deno.readDirSync(logs);
  Deno.chmodSync(`${logs}/${index!.name}`, 0o644);
  using store = folder.open();
  await refusedWith("disk/not-private", () => store.last(MAIN));
  Deno.removeSync(`${logs}/${index!.name}`);
  Deno.symlinkSync("/etc/passwd", `${logs}/${index!.name}`);
  await refusedWith("disk/link", () => store.last(MAIN));
  Deno.removeSync(`${logs}/${index!.name}`);
  assertEquals(await store.last(MAIN), 1);
});

Deno.test("a folder swapped for a link between look and use is found out", async () => {
  using folder = storeFolder();
  using other = storeFolder();
  Deno.mkdirSync(`${folder.root}/instructions`);
  const { disk } = folder.host;
  let swaps = 0;
  const swap = () => {
    if (swaps++ > 0) return;
    Deno.renameSync(`${folder.root}/instructions`, `${folder.root}/old`);
    Deno.symlinkSync(other.root, `${folder.root}/instructions`);
  };
  const swapping = {
    ...disk,
    createNew: (path: string) => {
      if (path.includes("/instructions/")) swap();
      return disk.createNew(path);
    },
  };
  const host = { ...folder.host, disk: swapping };
  using store = fileStore(host, folder.root, BINDING, { folders: OWNED });
  await refusedWith(
    "disk/link",
    () => store.fileWrite("instructions/a.md", bytesOf("x")),
  );
  assertEquals(swaps > 0, true);
  assertEquals(Array.from(Deno.readDirSync(other.root)), []);
});

Deno.test("an agent's folder that is not the user's own is refused", async () => {
  using folder = storeFolder();
  Deno.chmodSync(folder.root, 0o720);
  await refusedWith(
    "store/root",
    () => Promise.resolve().then(() => folder.open()),
  );
  Deno.chmodSync(folder.root, 0o755);
  const disk = { ...folder.host.disk, uid: folder.host.disk.uid + 1 };
  const host = { ...folder.host, disk };
  await refusedWith("store/root", async () => {
    await Promise.resolve();
    fileStore(host, folder.root, BINDING);
  });
  using store = folder.open();
  await store.fileWrite(NOTES, bytesOf("x"), 0n);
});
