// Copyright 2026 the lnk authors. MIT license.

/** Durable changes, on the real disk and on the simulated one. */

import { assert, assertEquals } from "@std/assert";
import {
  type Disk,
  durableAppend,
  durableMkdir,
  durableMove,
  durableRemove,
  durableWrite,
  ensureFolder,
  faultOf,
  type Host,
  isTemp,
  openPrivate,
  readPrivate,
  readWhole,
  removeStaleTemps,
  settle,
} from "../lib/disk.ts";
import { LnkError } from "../lib/errors.ts";
import { systemError } from "./sim/errors.ts";
import { codeOf, decode, encode, failing, onBoth } from "./support/outcome.ts";

onBoth("a durable write replaces, creates, refuses", (made) => {
  const { disk } = made;
  durableWrite(made, "f", encode("one"));
  const first = disk.lstat("f")!;
  durableWrite(made, "f", encode("two"));
  assertEquals(decode(readPrivate(disk, "f", 10)!), "two");
  assert(first.id !== disk.lstat("f")!.id, "a new file took the name");
  const again = () =>
    durableWrite(made, "f", encode("three"), { expectAbsent: true });
  assertEquals(codeOf(again), "disk/exists");
  assertEquals(
    codeOf(() => durableWrite(made, "no/f", encode("x"))),
    "disk/missing",
  );
  assertEquals(disk.list(".").filter(isTemp), []);
});

onBoth("what verify throws ends the write without a change", (made) => {
  const { disk } = made;
  durableWrite(made, "f", encode("one"));
  for (const turn of [1, 2]) {
    let calls = 0;
    const verify = () => {
      if (++calls === turn) throw new LnkError("refused", "disk/changed", "x");
    };
    const write = () => durableWrite(made, "f", encode("two"), { verify });
    assertEquals(codeOf(write), "disk/changed");
    assertEquals(decode(readPrivate(disk, "f", 10)!), "one");
    assertEquals(disk.list("."), ["f"]);
  }
});

onBoth("what verify throws at the end leaves the outcome unknown", (made) => {
  let calls = 0;
  const verify = () => {
    if (++calls === 3) throw new LnkError("refused", "disk/changed", "x");
  };
  const write = () => durableWrite(made, "f", encode("two"), { verify });
  assertEquals(codeOf(write), "disk/unknown-outcome");
  assertEquals(made.disk.list("."), ["f"]);
});

onBoth(
  "content that was exchanged during the rename is not acknowledged",
  (made) => {
    const { disk } = made;
    const host = {
      ...made,
      disk: {
        ...disk,
        rename: (from: string, to: string) => {
          // As another program of this user could while the call is on its way.
          disk.remove(from);
          using other = disk.createNew(from);
          other.write(encode("not mine"));
          disk.rename(from, to);
        },
      },
    };
    for (const before of [undefined, "one"]) {
      if (before !== undefined) durableWrite(made, "f", encode(before));
      const write = () => durableWrite(host, "f", encode("mine"));
      assertEquals(codeOf(write), "disk/unknown-outcome");
    }
    durableWrite(made, "from", encode("mine"));
    assertEquals(
      codeOf(() => durableMove(host.disk, "from", "to")),
      "disk/unknown-outcome",
    );
  },
);

onBoth("remove, mkdir and move tell what stands in the way", (made) => {
  const { disk } = made;
  assertEquals(codeOf(() => durableRemove(disk, "none")), "disk/missing");
  durableMkdir(disk, "d");
  assertEquals(codeOf(() => durableMkdir(disk, "d")), "disk/exists");
  assertEquals(codeOf(() => durableMkdir(disk, "no/d")), "disk/missing");
  assertEquals(codeOf(() => durableRemove(disk, "d")), "disk/failed");
  durableWrite(made, "a", encode("a"));
  durableWrite(made, "b", encode("b"));
  assertEquals(codeOf(() => durableMove(disk, "a", "b")), "disk/exists");
  assertEquals(codeOf(() => durableMove(disk, "none", "c")), "disk/missing");
  durableMove(disk, "a", "d/a");
  settle(disk, "d/a");
  durableRemove(disk, "d/a");
  assertEquals(disk.list("d"), []);
  assertEquals(codeOf(() => settle(disk, "d/a")), "disk/missing");
  ensureFolder(disk, "d");
});

onBoth("appends add up", (made) => {
  const { disk } = made;
  durableWrite(made, "log", encode("a\n"));
  using log = openPrivate(disk, "log", "write")!;
  durableAppend(log, encode("b\n"));
  durableAppend(log, encode("c\n"));
  assertEquals(decode(readWhole(log, 99)), "a\nb\nc\n");
});

onBoth("only temps of our naming are cleaned", ({ disk }) => {
  const temp = `.lnk-${"0a".repeat(12)}.tmp`;
  const others = [".lnk-0.tmp", `${temp}.x`, "lnk.tmp", `x${temp}`].sort();
  for (const name of [temp, ...others]) disk.createNew(name).close();
  assertEquals(removeStaleTemps(disk, "."), [temp]);
  assertEquals(disk.list("."), others);
});

/** A host whose nth call of a name fails. */
function troubled(made: Host, name: keyof Disk, error: Error): Host {
  const disk = {
    ...made.disk,
    uid: made.disk.uid,
    [name]: () => {
      throw error;
    },
  };
  return { ...made, disk };
}

onBoth("a folder that cannot be synced makes the outcome unknown", (made) => {
  const { disk } = made;
  durableWrite(made, "f", encode("one"));
  const bad = troubled(made, "syncFolder", systemError("EIO", "fsync"));
  const doings = [
    () => durableWrite(bad, "f", encode("two")),
    () => durableMove(bad.disk, "f", "g"),
    () => settle(bad.disk, "g"),
    () => durableRemove(bad.disk, "g"),
  ];
  for (const doing of doings) {
    const error = failing(doing);
    assertEquals([error.code, error.kind], ["disk/unknown-outcome", "unable"]);
    assert(error.cause instanceof Error);
  }
  assertEquals(disk.list("."), []);
  assertEquals(codeOf(() => durableMkdir(bad.disk, "d")), "disk/failed");
  assertEquals(disk.list("."), [], "the folder is gone again");
});

onBoth("a failed rename changed nothing, unless it did", (made) => {
  const { disk } = made;
  durableWrite(made, "f", encode("one"));
  const io = systemError("EIO", "rename");
  const bad = troubled(made, "rename", io);
  assertEquals(
    codeOf(() => durableWrite(bad, "f", encode("two"))),
    "disk/failed",
  );
  assertEquals(disk.list("."), ["f"]);
  const rename = (from: string, to: string) => {
    disk.rename(from, to);
    throw io;
  };
  const lost = { ...made, disk: { ...disk, uid: disk.uid, rename } };
  assertEquals(
    codeOf(() => durableWrite(lost, "f", encode("three"))),
    "disk/unknown-outcome",
  );
});

Deno.test.each([
  ["ENOSPC", "full"],
  ["EDQUOT", "full"],
  ["EFBIG", "full"],
  ["EROFS", "read-only"],
  ["EACCES", "denied"],
  ["ENOENT", "missing"],
  ["ENOTDIR", "missing"],
  ["EEXIST", "exists"],
  ["ESTALE", "other"],
  ["EIO", "other"],
  ["EINTR", "other"],
])("faultOf() takes %s for %s", (code, fault) => {
  assertEquals(faultOf(systemError(code, "write")), fault);
});

Deno.test("faultOf() takes what it does not know for other", () => {
  for (
    const thrown of ["ENOSPC", undefined, new Error("no"), { code: "EIO" }]
  ) {
    assertEquals(faultOf(thrown), "other");
  }
  const inherited = Object.assign(new Error("x"), { code: "toString" });
  assertEquals(faultOf(inherited), "other");
  assertEquals(faultOf(new Deno.errors.NotCapable("x")), "denied");
});
