// Copyright 2026 the lnk authors. MIT license.

/** An unpack that is killed, or whose disk fails, at each of its changes. */

import { assert, assertEquals } from "@std/assert";
import type { Disk } from "../lib/disk.ts";
import { LnkError } from "../lib/errors.ts";
import { planState, unpackState } from "../lib/state.ts";
import { archive, entry } from "./support/tar.ts";
import { HOST, inFolder, plant, snapshot, source } from "./support/tree.ts";

/** Calls that change a disk. */
const CHANGES = [
  "createNew",
  "mkdir",
  "rename",
  "remove",
  "removeFolder",
  "chmod",
  "utime",
  "syncFolder",
] as const;

/** A disk that fails at its n-th change, and, if it is killed, at all after it. */
function failing(at: number, killed: boolean): { disk: Disk; count: number } {
  const state = { disk: { ...HOST.disk }, count: 0 };
  for (const name of CHANGES) {
    const real = HOST.disk[name] as (...args: string[]) => unknown;
    Object.assign(state.disk, {
      [name]: (...args: string[]) => {
        state.count++;
        if (killed ? state.count >= at : state.count === at) {
          throw Object.assign(new Error("failed"), { code: "EIO" });
        }
        return real(...args);
      },
    });
  }
  return state;
}

const BYTES = await archive(
  entry({ name: "merged/old", body: "new" }),
  entry({ name: "merged/fresh", body: "fresh" }),
  entry({ name: "one/", type: "5", mode: "0000700\0" }),
  entry({ name: "one/file", body: "one" }),
  entry({ name: "two/file", body: "two" }),
);

function plantHome(home: string): void {
  plant(home, { "merged/old": "old", "merged/mine": "mine" });
}

const unpack = (disk: Disk, home: string) =>
  unpackState({ ...HOST, disk }, source(BYTES), { home, force: true });

/** The tree before, and after a whole unpack. */
async function bounds(): Promise<readonly [string[], string[]]> {
  const found: string[][] = [];
  await inFolder(async (home) => {
    plantHome(home);
    found.push(snapshot(home, false));
    await unpack(HOST.disk, home);
    found.push(snapshot(home, false));
  });
  return [found[0]!, found[1]!];
}

const count = await changesOfOne();

async function changesOfOne(): Promise<number> {
  const counting = failing(Infinity, false);
  await inFolder(async (home) => {
    plantHome(home);
    await unpack(counting.disk, home);
  });
  return counting.count;
}

Deno.test("killed at any change, the next unpack starts from nothing or all", async () => {
  const [before, after] = await bounds();
  assert(count > 40, `${count} changes`);
  for (let at = 1; at <= count; at++) {
    await inFolder(async (home) => {
      plantHome(home);
      await unpack(failing(at, true).disk, home).then(
        () => assertEquals(at, count + 1, "it was killed"),
        () => {},
      );
      // A next unpack that is refused at once cleans up all the same.
      await unpackState(HOST, source(new Uint8Array()), { home })
        .catch((error) => assertEquals(error.code, "state/damaged", `${at}`));
      const found = snapshot(home, false);
      const whole = found.length === after.length;
      assertEquals(found, whole ? after : before, `killed at ${at}`);
      await unpack(HOST.disk, home);
      assertEquals(snapshot(home, false), after);
    });
  }
});

Deno.test("a disk that fails once at any change leaves nothing or all", async () => {
  const [before, after] = await bounds();
  for (let at = 1; at <= count; at++) {
    await inFolder(async (home) => {
      plantHome(home);
      const failed = await unpack(failing(at, false).disk, home)
        .then(() => false, (error) => error instanceof LnkError);
      const found = snapshot(home, false);
      const whole = found.length === after.length;
      assertEquals(found, whole ? after : before, `failed at ${at}`);
      assert(failed || whole, `silent at ${at}`);
    });
  }
});

Deno.test("what was changed after a kill is not taken back, and is named", () =>
  inFolder(async (home) => {
    plantHome(home);
    // Killed after the last rename of five: all moved, journal still there.
    let renames = 0;
    const dying: Disk = {
      ...HOST.disk,
      rename: (from, to) => {
        if (renames++ > 2) throw new Error("killed");
        HOST.disk.rename(from, to);
      },
      remove: () => {
        throw new Error("killed");
      },
    };
    await unpack(dying, home).catch(() => {});
    const list = { include: ["~/merged"], exclude: [] };
    const refused = (act: () => unknown) =>
      Promise.resolve().then(act).then(
        () => "nothing",
        (error: LnkError) => error.code,
      );
    const planned = await refused(() => planState(HOST.disk, home, list));
    assertEquals(planned, "state/unfinished");
    Deno.writeTextFileSync(`${home}/merged/fresh`, "written by the agent");
    const before = snapshot(home);
    assertEquals(
      await refused(() => unpack(HOST.disk, home)),
      "state/unfinished",
    );
    assertEquals(snapshot(home), before);
  }));
