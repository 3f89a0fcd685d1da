// Copyright 2026 the lnk authors. MIT license.

/** No way out of a root, on the real disk and on the simulated one. */

import { assert, assertEquals } from "@std/assert";
import {
  type Disk,
  durableWrite,
  isTemp,
  listWithin,
  openWithin,
  readPrivate,
  readWhole,
  removeWithin,
  writeWithin,
} from "../lib/disk.ts";
import { codeOf, decode, encode, onBoth, outcome } from "./support/outcome.ts";

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
    const known = [
      "written",
      "disk/link",
      "disk/changed",
      "disk/missing",
      "disk/unknown-outcome",
    ];
    assert(known.includes(seen), seen);
    for (const name of disk.list(out)) {
      // An empty file of ours at most: no content leaves the root.
      assert(isTemp(name), name);
      assertEquals(disk.lstat(`${out}/${name}`)!.size, 0);
    }
  }
});

onBoth(
  "a write that went outside through a swapped folder is not acknowledged",
  (made) => {
    const { disk, symlink } = made;
    for (const folder of ["root", "root/a", "out"]) disk.mkdir(folder);
    const host = {
      ...made,
      disk: {
        ...disk,
        rename: (from: string, to: string) => {
          // The file goes along, so that the call finds it.
          disk.link(from, from.replace("root/a", "out"));
          disk.rename("root/a", "root/b");
          symlink(made.path("out"), "root/a");
          disk.rename(from, to);
        },
      },
    };
    const place = { root: "root", relative: "a/f" };
    assertEquals(
      codeOf(() => writeWithin(host, place, encode("mine"))),
      "disk/unknown-outcome",
    );
  },
);

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
