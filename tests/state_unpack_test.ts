// Copyright 2026 the lnk authors. MIT license.

/** Archives that must be refused, each as a whole. */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertThrows,
} from "@std/assert";
import { LnkError } from "../lib/errors.ts";
import { unpackState } from "../lib/state.ts";
import { stageIn } from "../lib/state/stage.ts";
import { archive, concat, END, entry, gzip, pax } from "./support/tar.ts";
import { HOST, inFolder, plant, snapshot, source } from "./support/tree.ts";
import { runProgram } from "./support/program.ts";

const GOOD = entry({ name: "good", body: "good" });
const LONG = "n".repeat(99);

interface Hostile {
  readonly title: string;
  readonly code: string;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

function hostile(title: string, code: string, ...parts: Uint8Array[]): Hostile {
  // A good entry stands first: nothing of it may stay either.
  return { title, code, bytes: () => archive(GOOD, ...parts) };
}

const bytes = (...values: number[]) => new Uint8Array(values);

const TABLE: readonly Hostile[] = [
  hostile("an absolute name", "state/entry-name", entry({ name: "/etc/x" })),
  hostile("a climbing name", "state/entry-name", entry({ name: "../x" })),
  hostile(
    "a name that climbs later",
    "state/entry-name",
    entry({ name: "a/../../x" }),
  ),
  hostile(
    "a name that ends climbing",
    "state/entry-name",
    entry({ name: "a/.." }),
  ),
  hostile("a name with a dot part", "state/entry-name", entry({ name: "./x" })),
  hostile(
    "a name with an empty part",
    "state/entry-name",
    entry({ name: "a//x" }),
  ),
  hostile(
    "the home itself",
    "state/entry-name",
    entry({ name: "./", type: "5" }),
  ),
  hostile("no name", "state/entry-name", entry({ name: "" })),
  hostile(
    "a file with a closing slash",
    "state/entry-name",
    entry({ name: "a/" }),
  ),
  hostile(
    "two closing slashes",
    "state/entry-name",
    entry({ name: "a//", type: "5" }),
  ),
  hostile("a line feed in a name", "state/entry-name", entry({ name: "a\nb" })),
  hostile(
    "an escape in a name",
    "state/entry-name",
    entry({ name: "a\x1b[31m" }),
  ),
  hostile(
    "a C1 control in a name",
    "state/entry-name",
    entry({ name: "a\u009bb" }),
  ),
  hostile(
    "a name that is not UTF-8",
    "state/entry-name",
    entry({ name: bytes(97, 0xff, 98) }),
  ),
  hostile(
    "an overlong encoding of a slash",
    "state/entry-name",
    entry({ name: bytes(97, 0xc0, 0xaf, 98) }),
  ),
  hostile(
    "the folder of unpack itself",
    "state/entry-name",
    entry({ name: ".lnk-state-unpack/journal" }),
  ),
  hostile(
    "a prefix that climbs",
    "state/entry-name",
    entry({ name: "x", prefix: "../.." }),
  ),
  hostile(
    "an absolute prefix",
    "state/entry-name",
    entry({ name: "x", prefix: "/etc" }),
  ),
  hostile(
    "a name of 256 bytes",
    "state/entry-name",
    pax({ path: "n".repeat(256) }),
    entry({ name: "n" }),
  ),
  hostile(
    "a path of 2,049 bytes",
    "state/entry-name",
    pax({ path: `${LONG}/`.repeat(20) + LONG }),
    entry({ name: "n" }),
  ),
  hostile(
    "a symbolic link",
    "state/entry-kind",
    entry({ name: "l", type: "2", linkname: "/etc" }),
    entry({ name: "l/x" }),
  ),
  hostile(
    "a hard link",
    "state/entry-kind",
    entry({ name: "l", type: "1", linkname: "/etc/passwd" }),
  ),
  hostile(
    "a character device",
    "state/entry-kind",
    entry({ name: "d", type: "3" }),
  ),
  hostile(
    "a block device",
    "state/entry-kind",
    entry({ name: "d", type: "4" }),
  ),
  hostile("a named pipe", "state/entry-kind", entry({ name: "d", type: "6" })),
  hostile(
    "a contiguous file",
    "state/entry-kind",
    entry({ name: "d", type: "7" }),
  ),
  hostile("a sparse file", "state/entry-kind", entry({ name: "d", type: "S" })),
  hostile(
    "a kind of the future",
    "state/entry-kind",
    entry({ name: "d", type: "Z" }),
  ),
  hostile(
    "a GNU long name",
    "state/entry-kind",
    entry({ name: "././@LongLink", type: "L", body: "../../x\0" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a GNU long link",
    "state/entry-kind",
    entry({ name: "././@LongLink", type: "K", body: "/etc\0" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a global pax header",
    "state/entry-kind",
    pax({ path: "x" }, "g"),
    entry({ name: "a" }),
  ),
  hostile("a file twice", "state/entry-twice", entry({ name: "good" })),
  hostile(
    "a folder twice",
    "state/entry-twice",
    entry({ name: "a/", type: "5" }),
    entry({ name: "a", type: "5" }),
  ),
  hostile(
    "a file and a folder",
    "state/entry-twice",
    entry({ name: "good/", type: "5" }),
  ),
  hostile(
    "a file below a file",
    "state/entry-twice",
    entry({ name: "good/x" }),
  ),
  hostile(
    "a file where a folder is implied",
    "state/entry-twice",
    entry({ name: "a/b" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a name through a prefix twice",
    "state/entry-twice",
    entry({ name: "a/b" }),
    entry({ name: "b", prefix: "a" }),
  ),
  hostile(
    "a pax path that a header could hold",
    "state/entry-header",
    pax({ path: "other" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax path that climbs",
    "state/entry-name",
    pax({ path: "../" + LONG + "/" + LONG }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax path that is absolute",
    "state/entry-name",
    pax({ path: "/" + LONG + "/" + LONG }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax size",
    "state/entry-header",
    pax({ size: "1" }),
    entry({ name: "a", body: "12345" }),
  ),
  hostile(
    "a pax link target",
    "state/entry-header",
    pax({ linkpath: "/etc" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax sparse map",
    "state/entry-header",
    pax({ "GNU.sparse.major": "1" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax record of another length",
    "state/entry-header",
    entry({ name: "p", type: "x", body: "99 mtime=1\n" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax record twice",
    "state/entry-header",
    entry({ name: "p", type: "x", body: "11 mtime=1\n11 mtime=2\n" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a pax time that is none",
    "state/entry-header",
    pax({ mtime: "1e99" }),
    entry({ name: "a" }),
  ),
  hostile(
    "two pax headers in a row",
    "state/damaged",
    pax({ mtime: "1" }),
    pax({ mtime: "2" }),
    entry({ name: "a" }),
  ),
  hostile(
    "a huge pax header",
    "state/damaged",
    entry({ name: "p", type: "x", size: "00010000000\0" }),
  ),
  hostile(
    "a pax header without an entry",
    "state/damaged",
    pax({ mtime: "1" }),
  ),
  hostile(
    "a negative size",
    "state/entry-header",
    entry({ name: "a", size: "-0000000001" }),
  ),
  hostile(
    "a size in binary",
    "state/entry-header",
    entry({ name: "a", size: "\u0000\u0000" }),
  ),
  hostile(
    "a size of 64 GiB",
    "state/too-much",
    entry({ name: "a", size: "777777777777" }),
  ),
  hostile(
    "no size",
    "state/entry-header",
    entry({ name: "a", size: "           " }),
  ),
  hostile(
    "a mode that is none",
    "state/entry-header",
    entry({ name: "a", mode: "rwxr-xr-" }),
  ),
  hostile(
    "a folder with content",
    "state/entry-header",
    entry({ name: "a/", type: "5", body: "x" }),
  ),
  hostile(
    "a file with a link target",
    "state/entry-header",
    entry({ name: "a", linkname: "/etc" }),
  ),
  hostile(
    "bytes hidden behind a name",
    "state/entry-header",
    entry({ name: "a\0hidden" }),
  ),
  hostile(
    "bytes behind the content of a file",
    "state/entry-header",
    entry({ name: "a", body: "x", padding: "hidden" }),
  ),
  hostile(
    "bytes behind the records of a pax header",
    "state/entry-header",
    entry({ name: "p", type: "x", body: "11 mtime=1\n", padding: "hidden" }),
    entry({ name: "a" }),
  ),
  hostile(
    "bytes behind the last field of a header",
    "state/entry-header",
    entry({ name: "a", tail: "hidden" }),
  ),
  hostile(
    "a device's number on a file",
    "state/entry-header",
    entry({ name: "a", device: "0000010\0" }),
  ),
  hostile(
    "a device's number that is none",
    "state/entry-header",
    entry({ name: "a", device: "hidden" }),
  ),
  hostile(
    "blanks before a size",
    "state/entry-header",
    entry({ name: "a", body: "x", size: "          1\0" }),
  ),
  hostile("a wrong sum", "state/damaged", entry({ name: "a", badSum: true })),
  hostile(
    "an old header",
    "state/damaged",
    entry({ name: "a", magic: "ustar  \0" }),
  ),
  hostile(
    "one zero block, then more",
    "state/damaged",
    new Uint8Array(512),
    GOOD,
  ),
  hostile("something after the end", "state/damaged", END, GOOD),
  hostile(
    "a file cut off by the end",
    "state/damaged",
    entry({ name: "a", body: "x", size: "00000020000\0" }),
  ),
  {
    title: "no end",
    code: "state/damaged",
    bytes: () => gzip(GOOD as Uint8Array<ArrayBuffer>),
  },
  {
    title: "half an end",
    code: "state/damaged",
    bytes: () => gzip(concat([GOOD, new Uint8Array(512)])),
  },
  {
    title: "a part of a block",
    code: "state/damaged",
    bytes: () => gzip(concat([GOOD, END, new Uint8Array(100)])),
  },
  {
    title: "nothing",
    code: "state/damaged",
    bytes: () => Promise.resolve(bytes()),
  },
  {
    title: "an empty gzip",
    code: "state/damaged",
    bytes: () => gzip(new Uint8Array()),
  },
  {
    title: "a tar of nothing",
    code: "state/damaged",
    bytes: () => archive(),
  },
  {
    title: "text",
    code: "state/damaged",
    bytes: () => Promise.resolve(new TextEncoder().encode("no archive\n")),
  },
  {
    title: "a bare tar",
    code: "state/damaged",
    bytes: () => Promise.resolve(concat([GOOD, END])),
  },
  {
    title: "a cut file",
    code: "state/damaged",
    bytes: async () => (await archive(GOOD)).slice(0, -9),
  },
  {
    title: "a cut tail",
    code: "state/damaged",
    bytes: async () => (await archive(GOOD)).slice(0, -1),
  },
  {
    title: "a flipped bit",
    code: "state/damaged",
    bytes: async () => flipped(await archive(GOOD)),
  },
  {
    title: "trailing garbage",
    code: "state/damaged",
    bytes: async () => concat([await archive(GOOD), bytes(1, 2, 3)]),
  },
  {
    title: "a second gzip member",
    code: "state/damaged",
    bytes: async () => concat([await archive(GOOD), await archive(GOOD)]),
  },
];

function flipped(archive: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  archive[archive.length - 6]! ^= 1;
  return archive;
}

for (const { title, code, bytes } of TABLE) {
  Deno.test(`unpack refuses ${title}`, () =>
    inFolder(async (folder) => {
      const home = `${folder}/home`;
      plant(home, { ".own/file": "mine" });
      const before = snapshot(folder, false);
      const found = await bytes();
      const error = await assertRejects(
        () => unpackState(HOST, source(found), { home }),
        LnkError,
      );
      assertEquals(error.code, code, error.message);
      assertEquals(error.kind, "refused");
      assertEquals(snapshot(folder, false), before);
    }));
}

const SAID: readonly (readonly [
  string,
  () => Promise<Uint8Array<ArrayBuffer>>,
])[] = [
  ["/etc/x.*it is absolute$", () => archive(entry({ name: "/etc/x" }))],
  ["name ends in a slash$", () => archive(entry({ name: "d/" }))],
  [
    'entry "a": its pax record "size"',
    () => archive(pax({ size: "1" }), entry({ name: "a" })),
  ],
  [
    "GNU tar, and only ustar and pax",
    () => archive(entry({ name: "a", magic: "ustar  \0" })),
  ],
  ["holds no file and no folder$", () => archive()],
  ["it is empty$", () => Promise.resolve(bytes())],
  ["no gzip file$", () => Promise.resolve(bytes(1, 2, 3))],
  ["no gzip file$", () => Promise.resolve(concat([GOOD, END]))],
  [
    "cut off, or its checksum is wrong$",
    async () => (await archive(GOOD)).slice(0, -9),
  ],
  [
    "cut off, or its checksum is wrong$",
    async () => flipped(await archive(GOOD)),
  ],
  [
    "something follows its end$",
    async () => concat([await archive(GOOD), bytes(1, 2, 3)]),
  ],
];

for (const [said, bytes] of SAID) {
  Deno.test(`unpack says of an archive: ${said}`, () =>
    inFolder(async (home) => {
      const found = await bytes();
      const error = await assertRejects(
        () => unpackState(HOST, source(found), { home }),
        LnkError,
      );
      assertMatch(error.message, new RegExp(said));
    }));
}

Deno.test("unpack takes what GNU tar makes with --format=ustar", () =>
  inFolder(async (folder) => {
    plant(folder, { "s/d/file": "content", "home/": "" });
    const { success } = await new Deno.Command("tar", {
      args: ["--format=ustar", "-czf", "a.tgz", "s"],
      cwd: folder,
    }).output();
    assert(success);
    const bytes = Deno.readFileSync(`${folder}/a.tgz`);
    await unpackState(HOST, source(bytes), { home: `${folder}/home` });
    assertEquals(
      Deno.readTextFileSync(`${folder}/home/s/d/file`),
      "content",
    );
  }));

Deno.test("more entries than a plan takes are refused", () => {
  const none = () => {};
  // Only what is counted matters: nothing is made.
  const disk = { ...HOST.disk, mkdir: none };
  using stage = stageIn(disk, "/nowhere");
  const folder = (name: string) =>
    ({ kind: "folder", name, size: 0, mode: 0o700, modified: 0 }) as const;
  for (let i = 0; i < 200_000; i++) stage.begin(folder(`f${i}`));
  const error = assertThrows(() => stage.begin(folder("more")), LnkError);
  assertEquals(error.code, "state/too-much");
});

Deno.test("a file that comes while unpack is at work is kept", async () => {
  for (const [force, planted] of [[false, "n"], [true, "n"]] as const) {
    await inFolder(async (home) => {
      const bytes = await archive(entry({ name: planted, body: "archived" }));
      const racing = (disk: typeof HOST.disk) => ({
        ...disk,
        createNew: (path: string) => {
          // The journal: all was looked at, and the moves come next.
          if (path.includes(".lnk-") && path.endsWith(".tmp")) {
            Deno.writeTextFileSync(`${home}/n`, "a person's");
          }
          return disk.createNew(path);
        },
      });
      const error = await assertRejects(
        () =>
          unpackState(
            { ...HOST, disk: racing(HOST.disk) },
            source(bytes),
            { home, force },
          ),
        LnkError,
      );
      assertEquals([error.kind, error.code], ["conflict", "state/exists"]);
      assertEquals(snapshot(home, false), ["n 644  a person's"]);
    });
  }
});

Deno.test("unpack works where files can have no second name", () =>
  inFolder(async (home) => {
    const disk = {
      ...HOST.disk,
      link: () => {
        throw Object.assign(new Error("refused"), { code: "EPERM" });
      },
    };
    const bytes = await archive(entry({ name: "n", body: "x" }));
    await unpackState({ ...HOST, disk }, source(bytes), { home });
    assertEquals(snapshot(home, false), ["n 644  x"]);
  }));

Deno.test("unpack leaves a folder of its name that it did not make", async () => {
  const trees = [
    { ".lnk-state-unpack/precious": "mine" },
    { ".lnk-state-unpack/new/a": "a", ".lnk-state-unpack/notes": "mine" },
    { ".lnk-state-unpack/new": "a file" },
    { ".lnk-state-unpack": "a file" },
  ];
  for (const tree of trees) {
    await inFolder(async (home) => {
      plant(home, tree);
      const before = snapshot(home, false);
      for (const bytes of [await archive(GOOD), new Uint8Array()]) {
        const error = await assertRejects(
          () => unpackState(HOST, source(bytes), { home }),
          LnkError,
        );
        assertEquals(error.code, "state/unfinished");
        assertMatch(error.message, /was not made by an unpack/);
        assertEquals(snapshot(home, false), before);
      }
    });
  }
});

Deno.test("a hostile archive exits 3 with its code, from a file and from a pipe", () =>
  inFolder(async (base) => {
    plant(base, { "home/": "" });
    const link = entry({ name: "l", type: "2", linkname: "/etc" });
    const bytes = await archive(link, entry({ name: "l/x" }));
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

Deno.test("a bomb is refused early, and the limit is what it says", () =>
  inFolder(async (home) => {
    const zeros = new Uint8Array(1024 * 1024);
    const blocks = await archive(entry({ name: "a", body: zeros }));
    assert(blocks.length < 5000, "it is small");
    const limit = zeros.length + 512 + 1024;
    const unpack = (maxBytes: number) =>
      unpackState(HOST, source(blocks), { home, maxBytes });
    const error = await assertRejects(() => unpack(limit - 1), LnkError);
    assertEquals(error.code, "state/too-much");
    assertEquals(snapshot(home), []);
    // Endless padding behind the end counts as well.
    const padded = await gzip(concat([GOOD, END, zeros]));
    const second = await assertRejects(
      () => unpackState(HOST, source(padded), { home, maxBytes: 100_000 }),
      LnkError,
    );
    assertEquals(second.code, "state/too-much");
    assertEquals((await unpack(limit)).bytes, zeros.length);
  }));

Deno.test("an announced size is refused before anything of it is written", () =>
  inFolder(async (home) => {
    const written: number[] = [];
    const { disk } = HOST;
    const counting = {
      ...HOST,
      disk: {
        ...disk,
        createNew: (path: string) => {
          const file = disk.createNew(path);
          const write = (bytes: Uint8Array) => {
            written.push(bytes.length);
            return file.write(bytes);
          };
          return { ...file, write };
        },
      },
    };
    const bytes = await archive(entry({ name: "a", body: "x".repeat(5000) }));
    await assertRejects(
      () => unpackState(counting, source(bytes), { home, maxBytes: 4999 }),
      LnkError,
    );
    assertEquals(written, []);
  }));

Deno.test("unpack makes implied folders private and drops special bits", () =>
  inFolder(async (home) => {
    const bytes = await archive(
      entry({ name: "a/b/c", body: "c", mode: "0007777\0" }),
      entry({ name: "closed/", type: "5", mode: "0000500\0" }),
      entry({ name: "closed/x", body: "x", mode: "0000000\0" }),
    );
    await unpackState(HOST, source(bytes), { home });
    const modes = ["a", "a/b", "a/b/c", "closed", "closed/x"].map((path) =>
      (Deno.lstatSync(`${home}/${path}`).mode! & 0o7777).toString(8)
    );
    assertEquals(modes, ["700", "700", "777", "500", "0"]);
  }));

Deno.test("unpack keeps what stands there, unless it is told to replace files", () =>
  inFolder(async (home) => {
    plant(home, { "a/kept": "kept", "a/old": "old" });
    const bytes = await archive(
      entry({ name: "a/old", body: "new" }),
      entry({ name: "a/fresh", body: "fresh" }),
      entry({ name: "b/fresh", body: "fresh" }),
    );
    const before = snapshot(home);
    const unpack = (force: boolean) =>
      unpackState(HOST, source(bytes), { home, force });
    const error = await assertRejects(() => unpack(false), LnkError);
    assertEquals([error.kind, error.code], ["conflict", "state/exists"]);
    assertEquals(error.details.exists, ["~/a/old"]);
    assertEquals(snapshot(home), before);
    assertEquals((await unpack(true)).replaced, ["~/a/old"]);
    const contents = snapshot(home, false)
      .map((line) => line.split(" ")[3] ?? "folder").sort();
    const wanted = ["folder", "folder", "fresh", "fresh", "kept", "new"];
    assertEquals(contents, wanted);
  }));

Deno.test("unpack never puts a file for a folder or a folder for a file", () =>
  inFolder(async (home) => {
    plant(home, { "folder/x": "x", "file": "f" });
    const before = snapshot(home, false);
    for (
      const bytes of [
        await archive(entry({ name: "folder", body: "f" })),
        await archive(entry({ name: "file/", type: "5" })),
        await archive(entry({ name: "file/x", body: "x" })),
      ]
    ) {
      const error = await assertRejects(
        () => unpackState(HOST, source(bytes), { home, force: true }),
        LnkError,
      );
      assertEquals(error.code, "state/exists");
      assertEquals(snapshot(home, false), before);
    }
  }));

Deno.test("unpack writes through no link, with force neither", () =>
  inFolder(async (folder) => {
    const home = `${folder}/home`;
    plant(folder, { "home/": "", "outside/": "", "victim": "victim" });
    Deno.symlinkSync(`${folder}/outside`, `${home}/a`);
    Deno.symlinkSync(`${folder}/victim`, `${home}/f`);
    Deno.symlinkSync("nowhere", `${home}/dangling`);
    const before = snapshot(folder, false);
    for (const name of ["a/x", "a", "f", "dangling", "dangling/x"]) {
      const bytes = await archive(entry({ name, body: "evil" }));
      const error = await assertRejects(
        () => unpackState(HOST, source(bytes), { home, force: true }),
        LnkError,
      );
      assertEquals([error.kind, error.code], ["refused", "state/through-link"]);
      assertEquals(snapshot(folder, false), before, name);
    }
  }));

Deno.test("unpack needs a home, which may be reached through a link", () =>
  inFolder(async (folder) => {
    plant(folder, { "real/": "", "file": "" });
    Deno.symlinkSync("real", `${folder}/link`);
    const bytes = await archive(GOOD);
    for (const home of [`${folder}/nowhere`, `${folder}/file`]) {
      const error = await assertRejects(
        () => unpackState(HOST, source(bytes), { home }),
        LnkError,
      );
      assertEquals([error.kind, error.code], ["unable", "state/home"]);
    }
    const home = `${folder}/link`;
    const done = await unpackState(HOST, source(bytes), { home });
    assertEquals(done.home, `${folder}/real`);
    assertEquals(Deno.readTextFileSync(`${folder}/real/good`), "good");
  }));
