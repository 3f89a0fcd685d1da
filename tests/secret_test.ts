// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  KEY_LIMIT,
  keyFromBytes,
  LnkError,
  makeKeyFile,
  readKeyFile,
} from "@lnk/tool";
import { type Disk, type Entry, realDisk } from "../lib/disk.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test.each([
  ["k", "k"],
  ["k\n", "k"],
  ["k\n\n", "k\n"],
  ["k\r\n", "k\r"],
  [" k ", " k "],
  ["\nk", "\nk"],
  ["\n\n", "\n"],
])("keyFromBytes() reads %j as %j", (content, key) => {
  assertEquals(keyFromBytes(bytes(content)), bytes(key));
});

Deno.test("keyFromBytes() refuses what is empty", () => {
  for (const content of ["", "\n"]) {
    const error = assertThrows(() => keyFromBytes(bytes(content)), LnkError);
    assertEquals([error.code, error.kind], ["key/empty", "refused"]);
  }
});

Deno.test("keyFromBytes() takes off one newline and nothing else", () => {
  fc.assert(fc.property(fc.uint8Array({ minLength: 1 }), (key) => {
    const content = new Uint8Array([...key, 10]);
    assertEquals(keyFromBytes(content), new Uint8Array(key));
  }));
});

/** A disk with one file whose name is looked at first, and then the open file. */
function diskOf(look: Partial<Entry>, opened: Partial<Entry> = look): Disk {
  const entry = {
    size: 2,
    mode: 0o600,
    uid: 1000,
    gid: 1000,
    links: 1,
    id: "1:1",
    modified: 0,
    changed: 0,
    kind: "file" as const,
  };
  const content = bytes("k\n");
  const disk: Partial<Disk> = {
    uid: 1000,
    lstat: () => ({ ...entry, ...look }),
    openRead: (path) => ({
      path,
      entry: () => ({ ...entry, ...opened }),
      readAt: (position, into) => {
        const some = opened.size === undefined
          ? content.subarray(position, position + into.length)
          : into.slice();
        into.set(some);
        return some.length;
      },
      write: () => 0,
      truncate: () => {},
      sync: () => {},
      tryLock: () => false,
      close: () => {},
      [Symbol.dispose]: () => {},
    }),
  };
  return disk as Disk;
}

Deno.test.each<[string, Partial<Entry>, string]>([
  ["a link", { kind: "link", mode: 0o777 }, "disk/link"],
  ["another user's file", { uid: 0 }, "key/not-private"],
  ["a file for its group", { mode: 0o640 }, "key/not-private"],
  ["a file for all", { mode: 0o604 }, "key/not-private"],
  ["a file others may only write", { mode: 0o602 }, "key/not-private"],
  ["a file others may only start", { mode: 0o601 }, "key/not-private"],
  ["a folder", { kind: "folder", mode: 0o700 }, "disk/wrong-kind"],
  ["a pipe", { kind: "other" }, "disk/wrong-kind"],
  ["a file above the limit", { size: KEY_LIMIT + 1 }, "file/too-large"],
])("readKeyFile() refuses %s", (_name, entry, code) => {
  const error = assertThrows(() => readKeyFile(diskOf(entry), "f"), LnkError);
  assertEquals(error.code, code);
});

Deno.test.each([0o600, 0o400, 0o700])(
  "readKeyFile() reads a file of mode %d",
  (mode) => {
    assertEquals(readKeyFile(diskOf({ mode }), "f"), bytes("k"));
  },
);

Deno.test("readKeyFile() judges the open file, not its name alone", () => {
  const cases: [Partial<Entry>, string][] = [
    [{ id: "1:2" }, "disk/changed"],
    [{ mode: 0o644 }, "key/not-private"],
    [{ uid: 0 }, "key/not-private"],
  ];
  for (const [opened, code] of cases) {
    const disk = diskOf({}, opened);
    const error = assertThrows(() => readKeyFile(disk, "f"), LnkError);
    assertEquals(error.code, code);
  }
});

Deno.test("readKeyFile() reads and refuses real files", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const disk = realDisk(folder);
    Deno.writeTextFileSync(`${folder}/key`, "secret\n", { mode: 0o600 });
    assertEquals(readKeyFile(disk, "key"), bytes("secret"));
    Deno.symlinkSync("key", `${folder}/link`);
    Deno.symlinkSync("nowhere", `${folder}/dangling`);
    for (const name of ["link", "dangling"]) {
      const error = assertThrows(() => readKeyFile(disk, name), LnkError);
      assertEquals([error.code, error.kind], ["disk/link", "refused"]);
    }
    Deno.chmodSync(`${folder}/key`, 0o644);
    const error = assertThrows(() => readKeyFile(disk, "key"), LnkError);
    assertEquals(error.code, "key/not-private");
    assert(!error.message.includes("secret"));
    const missing = assertThrows(() => readKeyFile(disk, "none"), LnkError);
    assertEquals(missing.code, "file/missing");
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("makeKeyFile() gives a name to one key only, whoever else tries", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  const host = {
    disk: realDisk(folder),
    random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
  };
  try {
    const tries = Array.from({ length: 8 }, () => makeKeyFile(host, "a.key"));
    const ended = await Promise.allSettled(tries);
    assertEquals(
      ended.filter(({ status }) => status === "fulfilled").length,
      1,
    );
    for (const one of ended) {
      if (one.status === "rejected") {
        assertEquals(one.reason.code, "disk/exists");
      }
    }
    assertEquals(host.disk.lstat("a.key")!.mode, 0o600);
    assertEquals([...Deno.readDirSync(folder)].length, 1);
    Deno.symlinkSync("elsewhere", `${folder}/link.key`);
    await assertRejects(() => makeKeyFile(host, "link.key"), LnkError);
    assertEquals(host.disk.lstat("elsewhere"), undefined);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
