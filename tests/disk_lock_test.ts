// Copyright 2026 the lnk authors. MIT license.

/** One writer at a time, on the real disk and on the simulated one. */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { readPrivate, realDisk, tryLockFolder, withLock } from "../lib/disk.ts";
import { LnkError } from "../lib/errors.ts";
import { codeOf, decode, onBoth } from "./support/outcome.ts";

onBoth("the lock of a folder has one holder", async (made) => {
  const { disk } = made;
  disk.mkdir("d");
  await withLock(made, "d", {}, async () => {
    assertEquals(tryLockFolder(disk, "d"), undefined);
    const error = await assertRejects(
      () => withLock(made, "d", { wait: 3 }, () => {}),
      LnkError,
    );
    assertEquals([error.code, error.kind], ["disk/locked", "unable"]);
    assertEquals(error.details, { waited: 3 });
    assert(error.message.includes('"d"'), error.message);
  });
  // Free again, also after an action that throws.
  await assertRejects(
    () => withLock(made, "d", {}, () => Promise.reject(new Error("x"))),
    Error,
    "x",
  );
  tryLockFolder(disk, "d")!.close();
});

onBoth("a lock wants a folder", ({ disk, symlink }) => {
  disk.mkdir("d");
  disk.createNew("f").close();
  symlink("d", "link");
  assertEquals(codeOf(() => tryLockFolder(disk, "none")), "disk/missing");
  assertEquals(codeOf(() => tryLockFolder(disk, "f")), "disk/wrong-kind");
  assertEquals(codeOf(() => tryLockFolder(disk, "link")), "disk/link");
});

const HOLDER = new URL("./support/holder.ts", import.meta.url).pathname;

function holder(...args: string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", HOLDER, ...args],
    stdout: "piped",
  }).spawn();
}

Deno.test("the kernel drops the lock of a killed process", async () => {
  const base = Deno.makeTempDirSync();
  try {
    const disk = realDisk(base);
    const child = holder(base, "hold");
    const { value } = await child.stdout.values().next();
    assertEquals(decode(value!), "held");
    assertEquals(tryLockFolder(disk, "."), undefined);
    child.kill("SIGKILL");
    await child.status;
    tryLockFolder(disk, ".")!.close();
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
});

Deno.test("four processes lose no step of each other", async () => {
  const base = Deno.makeTempDirSync();
  try {
    const children = [1, 2, 3, 4].map(() => holder(base, "count", "20"));
    for (const child of children) {
      await child.stdout.cancel();
      assertEquals((await child.status).code, 0);
    }
    const count = readPrivate(realDisk(base), "count", 9)!;
    assertEquals(decode(count), "80");
  } finally {
    Deno.removeSync(base, { recursive: true });
  }
});
