// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import type { Entry } from "../lib/disk.ts";
import {
  checkPlacement,
  type Files,
  type Whereabouts,
} from "../lib/placement.ts";
import { holds, wayTo } from "../lib/placement/walk.ts";
import type { Grants } from "../lib/grants.ts";

/** What stands at a path: a folder, a file with so many names, a link, or what may not be looked at. */
type Thing = "folder" | "closed" | number | { readonly to: string };

function files(things: Readonly<Record<string, Thing>>): Files {
  const at = (path: string) => {
    const thing = path === "/" ? "folder" : things[path];
    if (thing === "closed") throw new Deno.errors.PermissionDenied("no");
    return thing;
  };
  return {
    realPath: () => "/here",
    readLink: (path) => (at(path) as { to: string }).to,
    isProgram: (path) => typeof at(path) === "number",
    lstat: (path) => {
      const thing = at(path);
      if (thing === undefined) return undefined;
      const kind = typeof thing === "string"
        ? "folder"
        : typeof thing === "number"
        ? "file"
        : "link";
      return { kind, links: Number(thing) } as Entry;
    },
  };
}

function where(
  things: Readonly<Record<string, Thing>>,
  more: Partial<Whereabouts> = {},
): Whereabouts {
  return {
    disk: files(things),
    agent: undefined,
    teams: new Map(),
    searchPath: "/bin",
    file: undefined,
    ...more,
  };
}

for (
  const [path, end, steps] of [
    ["/a/b", "/a/b", "/a /a/b"],
    ["/a//./b/", "/a/b", "/a /a/b"],
    ["/a/../c", "/c", "/a /c"],
    ["/../../c", "/c", "/c"],
    ["x", "/here/x", "/here/x"],
    ["/a/none/more/../x", "/a/none/x", "/a /a/none"],
    ["/a/file/x", "/a/file/x", "/a /a/file"],
    ["/a/up", "/c", "/a /a/up /c"],
    ["/a/abs/x", "/c/x", "/a /a/abs /c /c/x"],
    ["/a/abs/../c", "/c", "/a /a/abs /c /c"],
    ["/a/closed/x", "/a/closed/x", "/a /a/closed"],
  ] as const
) {
  Deno.test(`wayTo() goes ${path} as the kernel does`, () => {
    const way = wayTo(
      where({
        "/a": "folder",
        "/a/b": "folder",
        "/a/file": 1,
        "/a/up": { to: "../c" },
        "/a/abs": { to: "/c" },
        "/a/closed": "closed",
        "/c": "folder",
      }),
      path,
    );
    assertEquals(way.end, end);
    const told = way.steps.map(({ folder, name }) =>
      `${folder === "/" ? "" : folder}/${name}`
    );
    assertEquals(told.join(" "), steps);
    assertEquals(way.closed, path.includes("closed") ? "/a/closed" : undefined);
  });
}

Deno.test("wayTo() ends for any web of links", () => {
  const part = fc.constantFrom("a", "b", "c", "..", ".", "");
  const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) =>
    parts.join("/")
  );
  const thing = fc.oneof(
    fc.constant("folder" as const),
    fc.constant("closed" as const),
    fc.constant(1),
    path.map((to) => ({ to })),
  );
  const name = fc.constantFrom(
    "/a",
    "/b",
    "/c",
    "/a/a",
    "/a/b",
    "/b/a",
    "/b/c",
  );
  fc.assert(fc.property(fc.dictionary(name, thing), path, (things, asked) => {
    const { steps, end } = wayTo(where(things), `/${asked}`);
    assertMatch(end, /^\//);
    for (const step of steps) assertEquals(holds("/", step), true);
  }));
});

Deno.test("holds() tells a folder from one whose name starts alike", () => {
  assertEquals(holds("/a", { folder: "/a", name: "x" }), true);
  assertEquals(holds("/a", { folder: "/a/b", name: "x" }), true);
  assertEquals(holds("/a", { folder: "/ab", name: "x" }), false);
  assertEquals(holds("/a", { folder: "/", name: "a" }), false);
});

function grants(run: readonly string[], write: readonly string[]): Grants {
  return {
    commands: { run },
    folders: { write, read: [], teams: new Map() },
    defaultFolders: false,
  };
}

const ADA = {
  "/ada": "folder",
  "/ada/home": "folder",
  "/ada/home/work": "folder",
  "/bin": "folder",
} as const;

for (
  const [title, things, run, more, wanted] of [
    ["a closed folder", { ...ADA, "/ada/home/work": "closed" }, [], {}, [
      "placement/closed error",
    ]],
    ["a closed agent", { "/ada": "closed" }, [], {}, [
      "placement/closed error",
    ]],
    ["a closed part", { ...ADA, "/ada/chats": "closed" }, [], {}, [
      "placement/closed error",
    ]],
    [
      "a program in a closed folder of PATH",
      { ...ADA, "/bin": "closed" },
      [
        "tool",
      ],
      {},
      ["placement/closed warning"],
    ],
    ["a program that is missing", ADA, ["tool"], {}, [
      "placement/missing-program warning",
    ]],
    ["a path that the agent can make", ADA, ["/ada/home/work/x/later"], {}, [
      "placement/missing-program warning",
      "placement/replaceable-program error",
    ]],
    [
      "a program behind a folder that the agent can swap",
      {
        ...ADA,
        "/ada/home/work/dl": { to: "/bin" },
        "/bin/tool": 1,
      },
      ["/ada/home/work/dl/tool"],
      {},
      [
        "placement/missing-program warning",
        "placement/replaceable-program error",
      ],
    ],
    [
      "one name of the sandbox file",
      { ...ADA, "/s": 1 },
      [],
      { file: "/s" },
      [],
    ],
    ["two names of the sandbox file", { ...ADA, "/s": 2 }, [], { file: "/s" }, [
      "placement/many-names warning",
    ]],
    ["an empty PATH", { ...ADA, "/bin/tool": 1 }, ["/bin/tool"], {
      searchPath: "",
    }, []],
  ] as const satisfies [
    string,
    Record<string, Thing>,
    string[],
    Partial<Whereabouts>,
    string[],
  ][]
) {
  Deno.test(`checkPlacement() tells ${title}`, () => {
    const found = checkPlacement(
      grants(run, ["work"]),
      where(things, { agent: "/ada", ...more }),
    );
    assertEquals(found.map((one) => `${one.code} ${one.severity}`), [
      ...wanted,
    ]);
  });
}

Deno.test("checkPlacement() asks each folder of PATH once, however many entries there are", () => {
  let asked = 0;
  const counted = <T>(ask: (path: string) => T) => (path: string) => {
    asked++;
    return ask(path);
  };
  const disk = files({ ...ADA, "/bin/t9000": 1, "/closed": "closed" });
  const names = Array.from({ length: 10_000 }, (_, i) => `t${i}`);
  const found = checkPlacement(
    grants(names, ["work"]),
    where(ADA, {
      agent: "/ada",
      searchPath: "/bin:/none:/closed",
      disk: {
        ...disk,
        lstat: counted(disk.lstat),
        isProgram: counted(disk.isProgram),
        list: counted((path) => path === "/bin/" ? ["t9000"] : []),
      },
    }),
  );
  assertEquals(found.length, 9_999);
  assert(asked < 1_000, `${asked} questions`);
});
