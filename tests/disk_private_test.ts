// Copyright 2026 the lnk authors. MIT license.

/** What counts as private, on the real disk and on the simulated one. */

import { assert, assertEquals } from "@std/assert";
import {
  type Disk,
  durableWrite,
  lookAtPrivate,
  makePrivateFolder,
  openPlain,
  openWithin,
  readPrivate,
  readWhole,
  requirePrivateFolder,
} from "../lib/disk.ts";
import { LnkError } from "../lib/errors.ts";
import { requireRoot } from "../lib/store/root.ts";
import { codeOf, decode, encode, failing, onBoth } from "./support/outcome.ts";

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

onBoth("a next command runs nothing that a name says", ({ disk, symlink }) => {
  const name = 'a$(touch "pwned")`id`';
  const word = `'${name}'`;
  makePrivateFolder(disk, name);
  disk.chmod(name, 0o755);
  disk.createNew("file").close();
  disk.link("file", `${name}/again`);
  symlink("file", `${name}/link`);
  const helps = [
    [() => requirePrivateFolder(disk, name), word],
    [() => readPrivate(disk, name, 10), word],
    [() => lookAtPrivate(disk, `${name}/link`), `'${name}/link'`],
    [() => requireRoot({ disk }, (disk.chmod(name, 0o777), name)), word],
  ] as const;
  for (const [act, word] of helps) {
    const { code, help } = failing(act);
    assert(help?.endsWith(` ${word}`), `${code}: ${help}`);
  }
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
