// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LnkError } from "../lib/errors.ts";
import {
  type Access,
  access,
  accessTo,
  checkCommands,
  checkFolders,
  type Folders,
  type Grants,
  isFolderName,
  isHomeFolder,
  layout,
  present,
  whole,
  widening,
  writes,
  writesNotes,
} from "../lib/grants.ts";

function folders(
  write: readonly string[],
  read: readonly string[] = [],
  teams: Folders["teams"] = new Map(),
): Folders {
  return { write, read, teams };
}

function grants(run: readonly string[], given: Folders): Grants {
  return { commands: { run }, folders: given, defaultFolders: false };
}

for (
  const [write, read, name, want] of [
    [["work"], ["chats"], "work", "write"],
    [["work"], ["chats"], "chats", "read"],
    [["work"], [], "chats", "none"],
    [["work"], [], "instructions", "read"],
    [["work"], [], "skills", "read"],
    [["skills"], [], "skills", "write"],
    [["."], [], "work", "write"],
    [["."], [], "anything-else", "write"],
    [["."], [], ".", "write"],
    [["."], [], "instructions", "read"],
    [["."], [], "chats", "none"],
    [[], ["."], "memory", "read"],
    [[], ["."], ".", "read"],
    [["work"], [], ".", "none"],
    [["work"], [], "work-old", "none"],
    [[], [], "constructor", "none"],
  ] as const satisfies [string[], string[], string, Access][]
) {
  Deno.test(`access() with write ${write} and read ${read} gives ${name} ${want}`, () => {
    const given = folders(write, read);
    assertEquals(access(given, name).access, want);
    assertEquals(writes(given, name), want === "write");
  });
}

for (
  const [write, read, want] of [
    [["work"], ["chats"], true],
    [["work"], ["instructions"], false],
    [["instructions"], [], true],
    [["instructions"], ["memory"], false],
    [["work"], ["memory"], false],
    [[], ["."], false],
    [["."], ["instructions"], false],
    [["."], [], true],
  ] as const
) {
  Deno.test(`writesNotes() with write ${write} and read ${read} is ${want}`, () => {
    assertEquals(writesNotes(folders(write, read)), want);
  });
}

Deno.test("whole() is whether all of Home is written", () => {
  assert(whole(folders(["."])));
  assert(!whole(folders(["work", "memory"])));
  assert(!whole(folders([], ["."])));
});

Deno.test("layout() lays folders side by side", () => {
  const paths = ["instructions", "skills", "chats", "work", "memory", "x"]
    .map(layout);
  assertEquals(paths, [
    "instructions",
    "skills",
    "chats",
    "home/work",
    "home/memory",
    "home/x",
  ]);
});

const TEAM = folders(
  [],
  [],
  new Map([["design", {
    write: ["drafts"],
    read: ["."],
  }]]),
);

for (
  const [given, path, team, want] of [
    [folders(["work"]), "work/a/b.txt", undefined, "write"],
    [folders(["work"]), "work", undefined, "write"],
    [folders(["work"]), "work/", undefined, "write"],
    [folders(["work"]), "work-old/x", undefined, "none"],
    [folders(["work"]), "work.bak", undefined, "none"],
    [folders(["work"]), "workspace/x", undefined, "none"],
    [folders(["work"]), "home/work/x", undefined, "none"],
    [folders(["work"]), "memory/notes.md", undefined, "write"],
    [folders(["work"], ["memory"]), "memory/notes.md", undefined, "read"],
    [folders(["work"]), "memory/portable/a.json", undefined, "write"],
    [folders(["work"]), "memory/index.json", undefined, "none"],
    [folders(["."]), ".", undefined, "write"],
    [TEAM, "drafts/a", "design", "write"],
    [TEAM, "brand/a", "design", "read"],
    [TEAM, "brand/a", "art", "none"],
    [TEAM, "memory/notes.md", "design", "read"],
  ] as const
) {
  Deno.test(`accessTo() gives ${path} of ${team ?? "Home"} ${want}`, () => {
    assertEquals(accessTo(given, path, team).access, want);
  });
}

for (
  const path of [
    "",
    "/work",
    "../x",
    "work/../x",
    "work//x",
    "./work",
    "a\\b",
    "a\0b",
    "a".repeat(513),
  ]
) {
  Deno.test(`accessTo() refuses ${JSON.stringify(path.slice(0, 20))}`, () => {
    const error = assertThrows(
      () => accessTo(folders(["work"]), path),
      LnkError,
    );
    assertEquals(error.code, "grants/path");
  });
}

for (
  const [searchPath, want] of [
    ["/a:/b", "/a/tool"],
    ["/b:/a", "/b/tool"],
    [":/b", "/b/tool"],
    [".:/b", "/b/tool"],
    ["a:/b/", "/b/tool"],
    ["/none", undefined],
    ["", undefined],
  ] as const
) {
  Deno.test(`present() with PATH "${searchPath}" finds ${want}`, () => {
    const isProgram = (path: string) =>
      ["/a/tool", "/b/tool", "tool", "./tool", "a/tool"].includes(path);
    const [found] = present({ run: ["tool"] }, searchPath, isProgram);
    assertEquals(found?.path, want);
    assertEquals(found?.present, want !== undefined);
  });
}

Deno.test("present() takes `*` as present and an absolute path as it is", () => {
  assertEquals(present({ run: ["*"] }, "", () => false), [{
    entry: "*",
    present: true,
  }]);
  const [found] = present({ run: ["/x/y"] }, "/a", (path) => path === "/x/y");
  assertEquals(found, { entry: "/x/y", present: true, path: "/x/y" });
});

for (
  const [title, before, after, widened, narrowed] of [
    [
      "a program more",
      grants(["git"], folders([])),
      grants(["git", "make"], folders([])),
      ["program make none run"],
      [],
    ],
    ["any program", grants(["git"], folders([])), grants(["*"], folders([])), [
      "program * none run",
    ], []],
    [
      "named programs only",
      grants(["*"], folders([])),
      grants(["git"], folders([])),
      [],
      ["program * run none"],
    ],
    [
      "a folder written",
      grants([], folders([], ["work"])),
      grants([], folders(["work"])),
      ["folder work read write"],
      [],
    ],
    ["all of Home", grants([], folders(["work"])), grants([], folders(["."])), [
      "folder . none write",
    ], []],
    [
      "a folder of Home's",
      grants([], folders(["."])),
      grants([], folders(["work"])),
      [],
      ["folder . write none"],
    ],
    [
      "the notes",
      grants([], folders(["work"], ["memory"])),
      grants([], folders(["work"])),
      ["notes memory/notes.md none write"],
      ["folder memory read none"],
    ],
    ["a team", grants([], folders([])), grants([], TEAM), [
      "team design/drafts none write",
      "team design/. none read",
    ], []],
    [
      "another order",
      grants(["a", "b"], folders(["x", "y"])),
      grants(["b", "a"], folders(["y", "x"])),
      [],
      [],
    ],
  ] as const
) {
  Deno.test(`widening() tells ${title}`, () => {
    const found = widening(before, after);
    const told = (list: typeof found.widened) =>
      list.map(({ what, name, from, to }) => `${what} ${name} ${from} ${to}`);
    assertEquals(told(found.widened), [...widened]);
    assertEquals(told(found.narrowed), [...narrowed]);
  });
}

const name = fc.constantFrom(
  "instructions",
  "skills",
  "chats",
  "work",
  "memory",
  "x",
  ".",
);
const lists = fc.record({
  write: fc.uniqueArray(name, { maxLength: 4 }),
  read: fc.uniqueArray(name, { maxLength: 4 }),
}).map(({ write, read }) => folders(write, read));

Deno.test("widening() is what access() says, for any two grants", () => {
  const reach: Record<Access, number> = { none: 0, read: 1, write: 2 };
  fc.assert(
    fc.property(
      lists,
      lists,
      name,
      (a, b, asked) => {
        const { widened } = widening(grants([], a), grants([], b));
        const grew =
          reach[access(b, asked).access] > reach[access(a, asked).access];
        const told = widened.some(({ what, name }) =>
          what === "folder" &&
          (name === asked || (name === "." && isHomeFolder(asked)))
        );
        if (grew) assert(told, "a wider grant is told");
        assertEquals(widening(grants([], a), grants([], a)).widened, []);
      },
    ),
    { numRuns: 2000 },
  );
});

Deno.test("checkFolders() lets no sound grant write conversations or split what is whole", () => {
  fc.assert(
    fc.property(lists, (given) => {
      if (
        checkFolders(given).some(({ severity }) => severity === "error")
      ) return;
      assert(!writes(given, "chats"));
      const all = [...given.write, ...given.read];
      assertEquals(new Set(all).size, all.length);
      if (all.includes(".")) {
        assert(!all.some((one) => one !== "." && isHomeFolder(one)));
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("checkCommands() takes a name exactly when it has a name's form", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 70 }), (entry) => {
      if (entry.startsWith("/") || entry === "*") return;
      const refused = checkCommands({ run: [entry] })
        .some(({ code }) => code === "commands/not-a-program");
      const form = /^(?!\.)[A-Za-z0-9_.+-]{1,64}$/.test(entry);
      assertEquals(refused, !form);
    }),
    { numRuns: 5000 },
  );
});

Deno.test("isFolderName() is lowercase and one level", () => {
  for (const good of ["a", "0", "a-b_c", "a".repeat(64)]) {
    assert(isFolderName(good));
  }
  for (
    const bad of [
      "",
      ".",
      "..",
      "A",
      "a/b",
      "-a",
      "_a",
      "a.b",
      "a\n",
      "a".repeat(65),
    ]
  ) {
    assert(!isFolderName(bad), bad);
  }
});
