// Copyright 2026 the lnk authors. MIT license.

/** The rules of lib/disk.ts, on the real disk and on the simulated one. */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
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
  listWithin,
  makePrivateFolder,
  openPlain,
  openPrivate,
  openWithin,
  readPrivate,
  readWhole,
  removeStaleTemps,
  removeWithin,
  requirePrivateFolder,
  settle,
  tryLockFolder,
  withLock,
  writeWithin,
} from "../lib/disk.ts";
import { LnkError } from "../lib/errors.ts";
import { type Bench, bench, BENCHES } from "./support/disks.ts";
import { systemError } from "./sim/errors.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The error that an action ends with. */
function failing(act: () => unknown): LnkError {
  return assertThrows(act, LnkError);
}

/** The code of the error that an action ends with. */
function codeOf(act: () => unknown): string {
  return failing(act).code;
}

/** Runs a test on either disk. */
function onBoth(
  name: string,
  test: (bench: Bench) => void | Promise<void>,
): void {
  for (const kind of BENCHES) {
    Deno.test(`${name} (${kind})`, async () => {
      await using made = bench(kind);
      await test(made);
    });
  }
}

onBoth("a private folder is made once and stays", ({ disk }) => {
  makePrivateFolder(disk, "p");
  makePrivateFolder(disk, "p");
  const entry = disk.lstat("p")!;
  assertEquals([entry.kind, entry.mode & 0o777], ["folder", 0o700]);
});

onBoth("a folder that is not private is refused", ({ disk, symlink }) => {
  makePrivateFolder(disk, "p");
  symlink("p", "link");
  symlink("nowhere", "dangling");
  disk.createNew("file").close();
  assertEquals(codeOf(() => makePrivateFolder(disk, "link")), "disk/link");
  assertEquals(codeOf(() => makePrivateFolder(disk, "dangling")), "disk/link");
  assertEquals(
    codeOf(() => makePrivateFolder(disk, "file")),
    "disk/wrong-kind",
  );
  assertEquals(
    codeOf(() => requirePrivateFolder(disk, "none")),
    "disk/missing",
  );
  assertEquals(
    codeOf(() => makePrivateFolder(disk, "none/p")),
    "disk/missing",
  );
  assertEquals(disk.lstat("none"), undefined);
});

for (let bit = 0; bit < 12; bit++) {
  const mode = 1 << bit;
  onBoth(`one bit is enough to refuse: ${mode.toString(8)}`, ({ disk }) => {
    makePrivateFolder(disk, "p");
    disk.createNew("p/f").close();
    disk.chmod("p/f", 0o600 ^ mode);
    const error = failing(() => readPrivateLook(disk));
    assertEquals([error.code, error.kind], ["disk/not-private", "refused"]);
    assert(error.message.includes("mode is"), error.message);
    assert(error.help?.includes("chmod 0600"), error.help);
    // Still as it was: nothing is repaired.
    assertEquals(disk.lstat("p/f")!.mode, 0o600 ^ mode);
    disk.chmod("p/f", 0o600);
    disk.chmod("p", 0o700 ^ mode);
    // A folder inherits the set-group bit; it grants nothing.
    if (mode === 0o2000) return requirePrivateFolder(disk, "p");
    const folder = failing(() => requirePrivateFolder(disk, "p"));
    assertEquals(folder.code, "disk/not-private");
    assert(folder.help?.includes("chmod 0700"), folder.help);
    disk.chmod("p", 0o700);
  });
}

/** Reads the private file of a test; as root its mode does not stop the open. */
function readPrivateLook(disk: Disk): unknown {
  try {
    return readPrivate(disk, "p/f", 10);
  } catch (error) {
    const denied = error instanceof LnkError && error.code === "disk/denied";
    if (!denied) throw error;
    throw new LnkError("refused", "disk/not-private", "its mode is too small", {
      help: "chmod 0600",
    });
  }
}

onBoth("another owner is refused", ({ disk, chown }) => {
  if (!chown) return;
  makePrivateFolder(disk, "p");
  disk.createNew("p/f").close();
  chown("p/f", 65534);
  const error = failing(() => readPrivate(disk, "p/f", 10));
  assertEquals(error.code, "disk/not-private");
  assert(error.message.includes("user 65534"), error.message);
  chown("p", 65534);
  assertEquals(
    codeOf(() => makePrivateFolder(disk, "p")),
    "disk/not-private",
  );
});

onBoth("a second name is refused", ({ disk }) => {
  makePrivateFolder(disk, "p");
  disk.createNew("p/f").close();
  disk.link("p/f", "other");
  assertEquals(codeOf(() => readPrivate(disk, "p/f", 10)), "disk/many-names");
  assertEquals(
    codeOf(() => openWithin(disk, "p", "f", "read")),
    "disk/many-names",
  );
});

onBoth("what is no file is refused and not opened", (made) => {
  const { disk, symlink, pipe } = made;
  disk.createNew("f").close();
  symlink("f", "link");
  symlink("nowhere", "dangling");
  disk.mkdir("folder");
  pipe("pipe");
  for (
    const [path, code] of [
      ["link", "disk/link"],
      ["dangling", "disk/link"],
      ["folder", "disk/wrong-kind"],
      ["pipe", "disk/wrong-kind"],
    ] as const
  ) {
    for (const mode of ["read", "write"] as const) {
      assertEquals(codeOf(() => openPlain(disk, path, mode)), code, path);
    }
    assertEquals(codeOf(() => readPrivate(disk, path, 10)), code, path);
    const write = () => durableWrite(made, path, encode("x"));
    assertEquals(codeOf(write), code, path);
  }
  assertEquals(openPlain(disk, "none", "read"), undefined);
});

onBoth("a file is read whole up to its limit", (made) => {
  const { disk } = made;
  durableWrite(made, "f", encode("12345"));
  assertEquals(decode(readPrivate(disk, "f", 5)!), "12345");
  assertEquals(codeOf(() => readPrivate(disk, "f", 4)), "disk/too-large");
  using file = openPlain(disk, "f", "read")!;
  assertEquals(decode(readWhole(file, 3)), "1234");
  durableWrite(made, "empty", encode(""));
  assertEquals(readPrivate(disk, "empty", 0)!.length, 0);
});

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

onBoth("a walk goes down and nowhere else", (made) => {
  const { disk } = made;
  disk.mkdir("root");
  const place = { root: "root", relative: "a/b/f" };
  writeWithin(made, place, encode("text"));
  using file = openWithin(disk, "root", "a/b/f", "read")!;
  assertEquals(decode(readWhole(file, 9)), "text");
  assertEquals(listWithin(disk, "root", "a/b"), ["f"]);
  assertEquals(listWithin(disk, "root", ""), ["a"]);
  assertEquals(listWithin(disk, "root", "a/x"), undefined);
  assertEquals(openWithin(disk, "root", "a/x/f", "read"), undefined);
  assertEquals(removeWithin(disk, "root", "a/b/x"), false);
  assertEquals(removeWithin(disk, "root", "a/b/f"), true);
  for (const bad of ["", "/a", "a/", "a//b", "..", "a/../b", ".", "a\0b"]) {
    const open = () => openWithin(disk, "root", bad, "read");
    assertEquals(codeOf(open), "disk/outside", bad);
  }
});

onBoth("a walk passes no link", (made) => {
  const { disk, symlink } = made;
  for (const folder of ["root", "root/real", "outside"]) disk.mkdir(folder);
  durableWrite(made, "outside/secret", encode("secret"));
  symlink(made.path("outside"), "root/parent");
  symlink(made.path("outside/secret"), "root/real/final");
  symlink(made.path("outside/none"), "root/real/dangling");
  for (
    const relative of [
      "parent/secret",
      "real/final",
      "real/dangling",
      "parent/x",
    ]
  ) {
    const doings = [
      () => openWithin(disk, "root", relative, "read"),
      () => openWithin(disk, "root", relative, "write"),
      () => removeWithin(disk, "root", relative),
      () => writeWithin(made, { root: "root", relative }, encode("x")),
    ];
    for (const doing of doings) assertEquals(codeOf(doing), "disk/link");
  }
  assertEquals(codeOf(() => listWithin(disk, "root", "parent")), "disk/link");
  assertEquals(disk.list("outside"), ["secret"]);
  assertEquals(decode(readPrivate(disk, "outside/secret", 9)!), "secret");
});

/** The calls of a read, between any two of which somebody swaps. */
const LOOKS = ["lstat", "openRead", "openWrite", "createNew"] as const;

/** A disk on which something happens before its nth call. */
function swapping(disk: Disk, at: number, swap: () => void): Disk {
  let calls = 0;
  const swapped = { ...disk, uid: disk.uid };
  for (const name of LOOKS) {
    const call = disk[name] as (path: string) => never;
    swapped[name] = (path: string) => {
      if (++calls === at) swap();
      return call(path);
    };
  }
  return swapped;
}

onBoth(
  "a folder swapped for a link at any moment gives nothing away",
  (made) => {
    const { disk, symlink } = made;
    for (let at = 1; at <= 16; at++) {
      const [root, out] = [`root${at}`, `out${at}`];
      for (const folder of [root, `${root}/a`, out]) disk.mkdir(folder);
      durableWrite(made, `${root}/a/f`, encode("mine"));
      durableWrite(made, `${out}/f`, encode("secret"));
      const swap = () => {
        disk.rename(`${root}/a`, `${root}/b`);
        symlink(made.path(out), `${root}/a`);
      };
      const other = swapping(disk, at, swap);
      const text = () => {
        using file = openWithin(other, root, "a/f", "read");
        return file && decode(readWhole(file, 9));
      };
      const seen = outcome(text);
      assert(["mine", "disk/link", "disk/changed"].includes(seen), seen);
    }
  },
);

onBoth("a write into a folder swapped for a link stays inside", (made) => {
  const { disk, symlink } = made;
  for (let at = 1; at <= 24; at++) {
    const [root, out] = [`root${at}`, `out${at}`];
    for (const folder of [root, `${root}/a`, out]) disk.mkdir(folder);
    const swap = () => {
      disk.rename(`${root}/a`, `${root}/b`);
      symlink(made.path(out), `${root}/a`);
    };
    const host = { ...made, disk: swapping(disk, at, swap) };
    const place = { root, relative: "a/f" };
    const seen = outcome(() => {
      writeWithin(host, place, encode("mine"));
      return "written";
    });
    const known = ["written", "disk/link", "disk/changed", "disk/missing"];
    assert(known.includes(seen), seen);
    for (const name of disk.list(out)) {
      // An empty file of ours at most: no content leaves the root.
      assert(isTemp(name), name);
      assertEquals(disk.lstat(`${out}/${name}`)!.size, 0);
    }
  }
});

onBoth("a file swapped for a link at any moment gives nothing away", (made) => {
  const { disk, symlink } = made;
  durableWrite(made, "secret", encode("secret"));
  for (let at = 1; at <= 4; at++) {
    durableWrite(made, `f${at}`, encode("mine"));
    const other = swapping(disk, at, () => {
      disk.remove(`f${at}`);
      symlink(made.path("secret"), `f${at}`);
    });
    const seen = outcome(() => decode(readPrivate(other, `f${at}`, 9)!));
    assert(["mine", "disk/link", "disk/changed"].includes(seen), seen);
  }
});

/** What an action returns, or the code of its error. */
function outcome(act: () => string | undefined): string {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof LnkError) return error.code;
    throw error;
  }
}

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
