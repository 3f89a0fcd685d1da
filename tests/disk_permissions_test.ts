// Copyright 2026 the lnk authors. MIT license.

/** No link is followed, whatever permissions the program was built with. */

import { assertEquals } from "@std/assert";

const PROGRAM = new URL("./support/narrow.ts", import.meta.url).pathname;

/** A folder with links that lead out of the root, some of them out of itself. */
function prepare(base: string, granted: string): void {
  const put = (path: string, text: string) =>
    Deno.writeTextFileSync(path, text, { mode: 0o600 });
  const root = `${granted}/root`;
  for (const folder of ["", "/folder", "/swapped"]) {
    Deno.mkdirSync(root + folder, { recursive: true });
  }
  Deno.mkdirSync(`${base}/outside`);
  put(`${base}/outside/secret`, "secret");
  put(`${root}/folder/file`, "plain");
  put(`${root}/swapped/secret`, "mine");
  Deno.symlinkSync(`${base}/outside`, `${root}/parent`);
  Deno.symlinkSync(`${base}/outside`, `${root}/waiting`);
  Deno.symlinkSync(`${base}/outside/secret`, `${root}/folder/final`);
  Deno.symlinkSync(`${base}/outside/none`, `${root}/folder/dangling`);
}

/** Runs the program with permissions on the given folder. */
function attempt(
  folder: string,
  permissions: readonly string[],
): Record<string, string> {
  const { stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...permissions, PROGRAM, folder],
    env: { NO_COLOR: "1" },
  }).outputSync();
  const text = new TextDecoder().decode(stdout);
  if (text === "") throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(text);
}

const REFUSED = {
  plain: "plain",
  final: "disk/link",
  finalWrite: "disk/link",
  parent: "disk/link",
  dangling: "disk/link",
  write: "undefined",
  writeParent: "disk/link",
  writeFinal: "disk/link",
  writeDangling: "disk/link",
  remove: "disk/link",
  lock: "true",
};

/** Each set of permissions, and what it makes of a swap, a write outside and a private file. */
const SETS: readonly (readonly [
  string,
  (granted: string) => readonly string[],
  {
    readonly swapped: string;
    readonly outside: string;
    readonly private: string;
  },
])[] = [
  ["all", () => ["--allow-all"], {
    swapped: "disk/changed",
    outside: "undefined",
    private: "5",
  }],
  [
    "all reading and writing",
    () => ["--allow-read", "--allow-write", "--allow-sys=uid"],
    { swapped: "disk/changed", outside: "undefined", private: "5" },
  ],
  [
    "one folder",
    (granted) => [
      `--allow-read=${granted}`,
      `--allow-write=${granted}`,
      "--allow-sys=uid",
    ],
    { swapped: "disk/denied", outside: "disk/denied", private: "5" },
  ],
  [
    "one folder, and not the user",
    (granted) => [`--allow-read=${granted}`, `--allow-write=${granted}`],
    { swapped: "disk/denied", outside: "disk/denied", private: "disk/denied" },
  ],
  [
    "one folder and the links' target",
    (granted) => {
      const both = `${granted},${granted}/../outside`;
      return [
        `--allow-read=${both}`,
        `--allow-write=${both}`,
        "--allow-sys=uid",
      ];
    },
    { swapped: "disk/changed", outside: "disk/denied", private: "5" },
  ],
];

for (const [name, permissions, rest] of SETS) {
  Deno.test(`no link is followed with permissions for ${name}`, () => {
    const base = Deno.makeTempDirSync();
    try {
      const granted = `${base}/granted`;
      prepare(base, granted);
      const seen = attempt(granted, permissions(granted));
      assertEquals(seen, { ...REFUSED, ...rest });
      const secret = Deno.readTextFileSync(`${base}/outside/secret`);
      assertEquals(secret, "secret");
      const names = [...Deno.readDirSync(`${base}/outside`)];
      assertEquals(names.map((entry) => entry.name), ["secret"]);
    } finally {
      Deno.removeSync(base, { recursive: true });
    }
  });
}
