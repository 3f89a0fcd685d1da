// Copyright 2026 the lnk authors. MIT license.

/** Archives that must be refused, each as a whole. */

import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import { unpackState } from "../../lib/state.ts";
import { runProgram } from "../support/program.ts";
import {
  archive,
  type Block,
  concat,
  END,
  entry,
  gzip,
  pax,
} from "../support/tar.ts";
import { HOST, inFolder, plant, snapshot, source } from "../support/tree.ts";

const GOOD = entry({ name: "good", body: "good" });
const A = entry({ name: "a" });
const LONG = "n".repeat(99);

const bytes = (...values: number[]) => new Uint8Array(values);
const one = (block: Block) => [entry(block)];
const named = (name: Block["name"], type = "0") => one({ name, type });

type Table<T> = Readonly<Record<string, T>>;

/** What stands behind a good entry, by the code of the refusal. */
const ENTRIES: Table<Table<readonly Uint8Array[]>> = {
  "state/entry-name": {
    "an absolute name": named("/etc/x"),
    "a climbing name": named("../x"),
    "a name that climbs later": named("a/../../x"),
    "a name that ends climbing": named("a/.."),
    "a name with a dot part": named("./x"),
    "a name with an empty part": named("a//x"),
    "the home itself": named("./", "5"),
    "no name": named(""),
    "a file with a closing slash": named("a/"),
    "two closing slashes": named("a//", "5"),
    "a line feed in a name": named("a\nb"),
    "an escape in a name": named("a\x1b[31m"),
    "a C1 control in a name": named("a\u009bb"),
    "a name that is not UTF-8": named(bytes(97, 0xff, 98)),
    "an overlong encoding of a slash": named(bytes(97, 0xc0, 0xaf, 98)),
    "the folder of unpack itself": named(".lnk-state-unpack/journal"),
    "a prefix that climbs": one({ name: "x", prefix: "../.." }),
    "an absolute prefix": one({ name: "x", prefix: "/etc" }),
    "a name of 256 bytes": [pax({ path: "n".repeat(256) }), A],
    "a path of 2,049 bytes": [pax({ path: `${LONG}/`.repeat(20) + LONG }), A],
    "a pax path that climbs": [pax({ path: `../${LONG}/${LONG}` }), A],
    "a pax path that is absolute": [pax({ path: `/${LONG}/${LONG}` }), A],
  },
  "state/entry-kind": {
    "a symbolic link": [
      entry({ name: "l", type: "2", linkname: "/etc" }),
      entry({ name: "l/x" }),
    ],
    "a hard link": one({ name: "l", type: "1", linkname: "/etc/passwd" }),
    "a character device": named("d", "3"),
    "a block device": named("d", "4"),
    "a named pipe": named("d", "6"),
    "a contiguous file": named("d", "7"),
    "a sparse file": named("d", "S"),
    "a kind of the future": named("d", "Z"),
    "a GNU long name": [
      entry({ name: "././@LongLink", type: "L", body: "../../x\0" }),
      A,
    ],
    "a GNU long link": [
      entry({ name: "././@LongLink", type: "K", body: "/etc\0" }),
      A,
    ],
    "a global pax header": [pax({ path: "x" }, "g"), A],
  },
  "state/entry-twice": {
    "a file twice": named("good"),
    "a folder twice": [...named("a/", "5"), ...named("a", "5")],
    "a file and a folder": named("good/", "5"),
    "a file below a file": named("good/x"),
    "a file where a folder is implied": [...named("a/b"), A],
    "a name through a prefix twice": [
      ...named("a/b"),
      entry({ name: "b", prefix: "a" }),
    ],
  },
  "state/entry-header": {
    "a pax path that a header could hold": [pax({ path: "other" }), A],
    "a pax size": [pax({ size: "1" }), entry({ name: "a", body: "12345" })],
    "a pax link target": [pax({ linkpath: "/etc" }), A],
    "a pax sparse map": [pax({ "GNU.sparse.major": "1" }), A],
    "a pax record of another length": [
      entry({ name: "p", type: "x", body: "99 mtime=1\n" }),
      A,
    ],
    "a pax record twice": [
      entry({ name: "p", type: "x", body: "11 mtime=1\n11 mtime=2\n" }),
      A,
    ],
    "a pax time that is none": [pax({ mtime: "1e99" }), A],
    "bytes behind the records of a pax header": [
      entry({ name: "p", type: "x", body: "11 mtime=1\n", padding: "hidden" }),
      A,
    ],
    "a negative size": one({ name: "a", size: "-0000000001" }),
    "a size in binary": one({ name: "a", size: "\u0000\u0000" }),
    "no size": one({ name: "a", size: "           " }),
    "blanks before a size": one({
      name: "a",
      body: "x",
      size: "          1\0",
    }),
    "a mode that is none": one({ name: "a", mode: "rwxr-xr-" }),
    "a folder with content": one({ name: "a/", type: "5", body: "x" }),
    "a file with a link target": one({ name: "a", linkname: "/etc" }),
    "a device's number on a file": one({ name: "a", device: "0000010\0" }),
    "a device's number that is none": one({ name: "a", device: "hidden" }),
    "bytes hidden behind a name": named("a\0hidden"),
    "bytes behind the content of a file": one({
      name: "a",
      body: "x",
      padding: "hidden",
    }),
    "bytes behind the last field of a header": one({
      name: "a",
      tail: "hidden",
    }),
  },
  "state/too-much": {
    "a size of 64 GiB": one({ name: "a", size: "777777777777" }),
  },
  "state/damaged": {
    "two pax headers in a row": [pax({ mtime: "1" }), pax({ mtime: "2" }), A],
    "a huge pax header": one({ name: "p", type: "x", size: "00010000000\0" }),
    "a pax header without an entry": [pax({ mtime: "1" })],
    "a wrong sum": one({ name: "a", badSum: true }),
    "an old header": one({ name: "a", magic: "ustar  \0" }),
    "one zero block, then more": [new Uint8Array(512), GOOD],
    "something after the end": [END, GOOD],
    "a file cut off by the end": one({
      name: "a",
      body: "x",
      size: "00000020000\0",
    }),
  },
};

type Bytes = Uint8Array<ArrayBuffer>;

/** Files that are no whole archive. */
const DAMAGED: Table<() => Bytes | Promise<Bytes>> = {
  "no end": () => gzip(concat([GOOD])),
  "half an end": () => gzip(concat([GOOD, new Uint8Array(512)])),
  "a part of a block": () => gzip(concat([GOOD, END, new Uint8Array(100)])),
  "nothing": () => bytes(),
  "an empty gzip": () => gzip(bytes()),
  "a tar of nothing": () => archive(),
  "text": () => new TextEncoder().encode("no archive\n"),
  "a bare tar": () => concat([GOOD, END]),
  "a cut file": async () => (await archive(GOOD)).slice(0, -9),
  "a cut tail": async () => (await archive(GOOD)).slice(0, -1),
  "a flipped bit": async () => flipped(await archive(GOOD)),
  "trailing garbage": async () => concat([await archive(GOOD), bytes(1, 2, 3)]),
  "a second gzip member": async () =>
    concat([await archive(GOOD), await archive(GOOD)]),
};

function flipped(archive: Bytes): Bytes {
  archive[archive.length - 6]! ^= 1;
  return archive;
}

function refuses(
  title: string,
  code: string,
  made: () => Bytes | Promise<Bytes>,
) {
  Deno.test(`unpack refuses ${title}`, () =>
    inFolder(async (folder) => {
      const home = `${folder}/home`;
      plant(home, { ".own/file": "mine" });
      const before = snapshot(folder, false);
      const error = await failing(await made(), home);
      assertEquals(error.code, code, error.message);
      assertEquals(error.kind, "refused");
      assertEquals(snapshot(folder, false), before);
    }));
}

function failing(bytes: Bytes, home: string): Promise<LnkError> {
  return assertRejects(
    () => unpackState(HOST, source(bytes), { home }),
    LnkError,
  );
}

for (const [code, table] of Object.entries(ENTRIES)) {
  for (const [title, parts] of Object.entries(table)) {
    // Nothing of the good entry may stay either.
    refuses(title, code, () => archive(GOOD, ...parts));
  }
}
for (const [title, made] of Object.entries(DAMAGED)) {
  refuses(title, "state/damaged", made);
}

/** What is said of some of them. */
const SAID: readonly (readonly [string, () => Bytes | Promise<Bytes>])[] = [
  ["/etc/x.*it is absolute$", () => archive(...named("/etc/x"))],
  ["name ends in a slash$", () => archive(...named("d/"))],
  ['entry "a": its pax record "size"', () => archive(pax({ size: "1" }), A)],
  [
    "GNU tar, and only ustar and pax",
    () => archive(entry({ name: "a", magic: "ustar  \0" })),
  ],
  ["holds no file and no folder$", () => archive()],
  ["it is empty$", () => bytes()],
  ["no gzip file$", () => bytes(1, 2, 3)],
  ["no gzip file$", DAMAGED["a bare tar"]!],
  ["cut off, or its checksum is wrong$", DAMAGED["a cut file"]!],
  ["cut off, or its checksum is wrong$", DAMAGED["a flipped bit"]!],
  ["something follows its end$", DAMAGED["trailing garbage"]!],
];

for (const [said, made] of SAID) {
  Deno.test(`unpack says of an archive: ${said}`, () =>
    inFolder(async (home) => {
      const { message } = await failing(await made(), home);
      assertMatch(message, new RegExp(said));
    }));
}

Deno.test("a hostile archive exits 3 with its code, from a file and from a pipe", () =>
  inFolder(async (base) => {
    plant(base, { "home/": "" });
    const bytes = await archive(
      ...ENTRIES["state/entry-kind"]!["a symbolic link"]!,
    );
    Deno.writeFileSync(`${base}/a.tgz`, bytes);
    for (const name of ["a.tgz", "-"]) {
      const args = ["state", "unpack", name, "--home", "home", "--json"];
      const ran = await runProgram(args, { base, stdin: bytes });
      assertEquals(ran.code, 3);
      const { error } = JSON.parse(new TextDecoder().decode(ran.stdout));
      assertEquals([error.code, error.entry], ["state/entry-kind", "l"]);
    }
    assertEquals(snapshot(`${base}/home`), []);
  }));
