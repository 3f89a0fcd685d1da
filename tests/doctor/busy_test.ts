// Copyright 2026 the lnk authors. MIT license.

/** Looking while other processes hold locks, or write. */

import { assert, assertEquals } from "@std/assert";
import { wholeAgent } from "../support/agent.ts";
import { inFolder, snapshot } from "../support/tree.ts";

const support = (name: string) =>
  new URL(`../support/${name}`, import.meta.url).pathname;

function start(script: string, args: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--allow-all", support(script), ...args],
    stdout: "piped",
  }).spawn();
}

/** Another process at a lock. */
async function held(folder: string): Promise<() => Promise<void>> {
  const child = start("holder.ts", [folder, "hold"]);
  const reader = child.stdout.getReader();
  await reader.read();
  return async () => {
    child.kill("SIGKILL");
    await reader.cancel();
    await child.status;
  };
}

Deno.test("doctor: locks of others hold up nothing, and none is left", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const free = await agent.examine();
    const locks = [
      ...["files", "logs", "logs/main", "leases"]
        .map((name) => `${base}/ada/.lnk/store/${name}`),
      `${base}/home/.lnk/agent-context`,
      `${base}/home/.lnk/agent-context/captures`,
      `${base}/ledger`,
    ];
    const ends = await Promise.all(locks.map(held));
    try {
      const before = snapshot(base);
      const started = performance.now();
      assertEquals((await agent.examine()).checks, free.checks);
      assert(performance.now() - started < 5000, "nothing was waited for");
      assertEquals(snapshot(base), before);
    } finally {
      await Promise.all(ends.map((end) => end()));
    }
  }));

Deno.test("doctor: writers at work are no fault", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base, () => Date.now());
    Deno.removeSync(`${base}/ada/home/memory/notes.md`);
    const writers = ["one", "two"].map((name) =>
      start("store_worker.ts", [`${base}/ada`, name, "60"])
    );
    let over = false;
    const done = Promise.all(writers.map((writer) => writer.output()))
      .finally(() => over = true);
    let looks = 0;
    while (!over) {
      const { errors, checks } = await agent.examine();
      const bad = checks.filter(({ status, code }) =>
        status === "error" || (status === "warning" && code !== "doctor/index")
      );
      assertEquals([errors, bad], [0, []]);
      looks++;
    }
    for (const { success } of await done) assert(success);
    assert(looks > 1, "there was something to look at");
    const { warnings } = await agent.examine();
    assertEquals(warnings, 0);
  }));

Deno.test("doctor: a store that is open is not opened a second time", () =>
  inFolder(async (base) => {
    const agent = await wholeAgent(base);
    const child = start("store_holder.ts", [`${base}/ada`]);
    const reader = child.stdout.getReader();
    await reader.read();
    const before = snapshot(base);
    const { checks, errors, warnings } = await agent.examine();
    assertEquals([errors, warnings], [0, 0]);
    const skipped = checks.filter(({ status }) => status === "skipped");
    assertEquals(skipped.map(({ area }) => area), ["logs"]);
    assertEquals(snapshot(base), before);
    child.kill("SIGKILL");
    await reader.cancel();
    await child.status;
    // Its write-ahead log stays behind.
    const after = snapshot(base);
    assertEquals((await agent.examine()).warnings, 0);
    assertEquals(snapshot(base), after);
  }));
