// Copyright 2026 the lnk authors. MIT license.

/** An unpack that is killed, or whose disk fails, at each of its changes. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
} from "@std/assert";
import type { Disk } from "../../lib/disk.ts";
import { LnkError } from "../../lib/errors.ts";
import { planState, unpackState } from "../../lib/state.ts";
import { STAGING } from "../../lib/state/paths.ts";
import { endOf } from "../support/outcome.ts";
import { archive, entry, pax } from "../support/tar.ts";
import { HOST, inFolder, plant, snapshot, source } from "../support/tree.ts";

/** Calls that change a disk. */
const CHANGES = [
  "createNew",
  "mkdir",
  "rename",
  "link",
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
      const done = await unpack(failing(at, true).disk, home)
        .then(() => true, () => false);
      // A next unpack that is refused at once cleans up all the same.
      await unpackState(HOST, source(new Uint8Array()), { home })
        .catch((error) => assertEquals(error.code, "state/damaged", `${at}`));
      const found = snapshot(home, false);
      const whole = found.length === after.length;
      assertEquals(found, whole ? after : before, `killed at ${at}`);
      assert(whole || !done, `${at}: what was reported as done is there`);
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
      const undone = await unpack(failing(at, false).disk, home)
        .then(
          (done) => done.undone,
          (error) => void assert(error instanceof LnkError),
        );
      const failed = undone === undefined;
      // What is left after a success is said, and removed by the next unpack.
      const found = snapshot(home, false)
        .filter((line) => !undone?.length || !line.startsWith(STAGING));
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
    const planned = await endOf(() => planState(HOST.disk, home, list));
    assertMatch(planned, / state\/unfinished$/);
    Deno.writeTextFileSync(`${home}/merged/fresh`, "written by the agent");
    const before = snapshot(home);
    assertEquals(await endOf(() => unpack(HOST.disk, home)), planned);
    assertEquals(snapshot(home), before);
  }));

/** A disk that fails at one of its calls for good, and counts no others. */
function refusing(
  name: "rename" | "link" | "removeFolder" | "chmod",
  from = 1,
): Disk {
  const real = HOST.disk[name] as (...args: string[]) => unknown;
  let calls = 0;
  const call = (...args: string[]) => {
    if (++calls >= from) {
      throw Object.assign(new Error("failed"), { code: "EIO" });
    }
    return real(...args);
  };
  return { ...HOST.disk, [name]: call };
}

Deno.test("an edit after a kill is kept, whatever time another file has", async () => {
  // A file of the future and of an old time in one folder, as any archive can have.
  const bytes = await archive(
    entry({ name: "n/", type: "5", mode: "0000755\0" }),
    pax({ mtime: "2208988800.5" }),
    entry({ name: "n/future", body: "f" }),
    entry({ name: "n/edited", body: "yyyy" }),
    entry({ name: "z", body: "z" }),
  );
  const edits: Record<string, (home: string) => void> = {
    "same size": (home) => Deno.writeTextFileSync(`${home}/n/edited`, "EDIT"),
    "another file": (home) => {
      Deno.writeTextFileSync(`${home}/n/other`, "yyyy");
      Deno.removeSync(`${home}/n/edited`);
    },
    "the file of the future": (home) =>
      Deno.writeTextFileSync(`${home}/n/future`, "F"),
    "a mode": (home) => Deno.chmodSync(`${home}/n/edited`, 0o600),
  };
  for (const [title, edit] of Object.entries(edits)) {
    await inFolder(async (home) => {
      plant(home, { z: "old" });
      const options = { home, force: true };
      // The folder is moved, z is set aside, and all after that fails.
      const dying = {
        ...refusing("link"),
        rename: refusing("rename", 3).rename,
      };
      const killed = { ...HOST, disk: dying };
      assertNotEquals(
        await endOf(() => unpackState(killed, source(bytes), options)),
        "done",
      );
      edit(home);
      const before = snapshot(home);
      const error = await assertRejects(
        () => unpackState(HOST, source(bytes), options),
        LnkError,
      );
      assertEquals(error.code, "state/unfinished", title);
      assertMatch(error.message, /~\/n was changed since/);
      assertEquals(snapshot(home), before, title);
    });
  }
});

Deno.test("an unpack that cannot be taken back says that the home is mixed", () =>
  inFolder(async (home) => {
    plantHome(home);
    // merged/old is set aside; then no name can be changed any more.
    const disk = {
      ...HOST.disk,
      link: refusing("link", 2).link,
      rename: refusing("rename", 3).rename,
    };
    const error = await assertRejects(() => unpack(disk, home), LnkError);
    assertEquals([error.kind, error.code], ["unable", "state/half-done"]);
    assertMatch(error.message, /may hold a part of the archive: failed$/);
    const [before] = await bounds();
    await unpackState(HOST, source(new Uint8Array()), { home }).catch(() => {});
    assertEquals(snapshot(home, false), before);
  }));

Deno.test("what cannot be cleaned up does not undo an unpack, and is told", async () => {
  const [, after] = await bounds();
  await inFolder(async (home) => {
    plantHome(home);
    const { undone } = await unpack(refusing("removeFolder"), home);
    assertEquals(undone.length, 1);
    assertMatch(undone[0]!, /^Cannot remove ".*": failed$/);
    await unpackState(HOST, source(new Uint8Array()), { home }).catch(() => {});
    assertEquals(snapshot(home, false), after);
  });
});
