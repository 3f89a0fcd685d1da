// Copyright 2026 the lnk authors. MIT license.

/** The install script against a release that stands on 127.0.0.1. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { HOMEPAGE, VERSION } from "../lib/version.ts";
import { archive, checksums } from "../tools/release/archive.ts";
import { TARGETS } from "../tools/release/build.ts";
import { installed } from "./support/shell.ts";

const SCRIPT = new URL("../install.sh", import.meta.url).pathname;
const NEEDED = ["curl", "tar", "awk", "mktemp"];
const ignore = Deno.build.os === "windows" || !NEEDED.every(installed);
/** How this machine's archive is called; a test's Deno and the script must agree. */
const FOLDER = `lnk-tool-${VERSION}-${Deno.build.target}`;

/** A stand-in for the program. */
function standIn(version: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`#!/bin/sh\necho "lnk-tool ${version}"\n`);
}

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

async function release(program = standIn(VERSION)): Promise<Files> {
  const day = new Date("2026-01-01T00:00:00Z");
  const inside = [{
    name: `${FOLDER}/lnk-tool`,
    bytes: program,
    program: true,
  }];
  const name = `${FOLDER}.tar.gz`;
  const bytes = await archive(inside, day);
  const sums = await checksums([{ name, bytes }]);
  return new Map([
    [name, bytes],
    ["SHA256SUMS", new TextEncoder().encode(sums)],
  ]);
}

/** Answers like the place where releases are; `cut` breaks off in the middle of archives. */
function serve(files: Files, cut = false) {
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => {
      const { pathname } = new URL(request.url);
      const prefix = `/lnk/releases/download/v${VERSION}/`;
      const bytes = files.get(pathname.replace(prefix, ""));
      if (!pathname.startsWith(prefix) || bytes === undefined) {
        return new Response("no such file", { status: 404 });
      }
      if (!cut || !pathname.endsWith(".tar.gz")) return new Response(bytes);
      // Less comes than was promised.
      const headers = { "content-length": String(bytes.length + 1) };
      return new Response(new Blob([bytes]).stream(), { headers });
    },
  );
}

interface Installed {
  readonly code: number;
  readonly said: string;
  readonly folder: string;
}

/** Runs the script against a release, in a home of its own that `look` can look at. */
async function install(
  { files, cut, words = [], env = {}, before, look }: {
    readonly files: Files;
    readonly cut?: boolean;
    readonly words?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly before?: (home: string) => void;
    readonly look: (found: Installed) => void;
  },
): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  const server = serve(files, cut);
  try {
    Deno.mkdirSync(`${folder}/tmp`);
    before?.(folder);
    const { code, stdout, stderr } = await new Deno.Command("/bin/sh", {
      args: [SCRIPT, ...words],
      cwd: folder,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH")!,
        HOME: folder,
        TMPDIR: `${folder}/tmp`,
        LNK_TOOL_MIRROR: `http://127.0.0.1:${server.addr.port}/lnk/`,
        ...env,
      },
    }).output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stdout) + decoder.decode(stderr);
    look({ code, said, folder });
    assertEquals([...Deno.readDirSync(`${folder}/tmp`)], [], "left behind");
  } finally {
    await server.shutdown();
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The names in a folder; none where there is none. */
function names(folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name);
  } catch {
    return [];
  }
}

function installTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `install.sh ${name}`, ignore, fn });
}

installTest("puts the program in place", async () => {
  await install({
    files: await release(),
    look: ({ code, said, folder }) => {
      assertEquals(code, 0, said);
      const path = `${folder}/.local/bin/lnk-tool`;
      assertEquals(Deno.readFileSync(path), standIn(VERSION));
      assertEquals(Deno.statSync(path).mode! & 0o777, 0o755);
      assertEquals(names(`${folder}/.local/bin`), ["lnk-tool"]);
      assert(said.includes(`${path} is lnk-tool ${VERSION}\n`), said);
      assert(said.includes(`${folder}/.local/bin is not in PATH\n`), said);
    },
  });
});

installTest("takes a folder and a tag", async () => {
  await install({
    files: await release(),
    words: ["--tag", `v${VERSION}`, "--to", "a folder/bin"],
    look: ({ code, said, folder }) => {
      assertEquals(code, 0, said);
      assertEquals(names(`${folder}/a folder/bin`), ["lnk-tool"]);
    },
  });
});

installTest("replaces what stands there, also a link", async () => {
  await install({
    files: await release(),
    words: ["--to", "bin"],
    before: (home) => {
      Deno.mkdirSync(`${home}/bin`);
      Deno.writeTextFileSync(`${home}/old`, "old");
      Deno.symlinkSync("../old", `${home}/bin/lnk-tool`);
    },
    look: ({ code, said, folder }) => {
      assertEquals(code, 0, said);
      assertEquals(Deno.readTextFileSync(`${folder}/old`), "old");
      assert(Deno.lstatSync(`${folder}/bin/lnk-tool`).isFile);
    },
  });
});

const wrong = async () => {
  const files = new Map(await release());
  const bytes = files.get(`${FOLDER}.tar.gz`)!.slice();
  bytes[bytes.length - 1]! ^= 1;
  return files.set(`${FOLDER}.tar.gz`, bytes);
};
const without = async (name: string) => {
  const files = new Map(await release());
  files.delete(name);
  return files;
};
const unnamed = async () =>
  new Map(await release()).set(
    "SHA256SUMS",
    new TextEncoder().encode("x  y\n"),
  );

interface Refusal {
  readonly files?: () => Promise<Files>;
  readonly cut?: boolean;
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly said: RegExp;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  "a wrong checksum": {
    files: wrong,
    code: 3,
    said: /The checksum of .* does not match: nothing was installed/,
  },
  "an archive that the checksums do not name": {
    files: unnamed,
    code: 3,
    said: /SHA256SUMS does not name/,
  },
  "a missing archive": {
    files: () => without(`${FOLDER}.tar.gz`),
    code: 5,
    said: /Cannot download http:\/\/127\.0\.0\.1.*\.tar\.gz/,
  },
  "missing checksums": {
    files: () => without("SHA256SUMS"),
    code: 5,
    said: /Cannot download .*SHA256SUMS/,
  },
  "a download that breaks off": {
    cut: true,
    code: 5,
    said: /Cannot download .*\.tar\.gz/,
  },
  "a program that does not start": {
    files: () => release(new TextEncoder().encode("#!/bin/false\n")),
    code: 5,
    said: /does not start on this machine: nothing was installed/,
  },
  "another program's version": {
    files: () => release(standIn("9.9.9")),
    code: 5,
    said: /holds "lnk-tool 9\.9\.9", not lnk-tool/,
  },
  "a release that does not exist": {
    words: ["--tag", "77.0.0"],
    code: 5,
    said: /Cannot download .*\/v77\.0\.0\//,
  },
  "a tag that is none": {
    words: ["--tag", "../1.2.3"],
    code: 2,
    said: /--tag \.\.\/1\.2\.3 is not X\.Y\.Z/,
  },
  "a tag of two numbers": {
    words: ["--tag", "1.2"],
    code: 2,
    said: /not X\.Y\.Z/,
  },
  "a flag without its value": {
    words: ["--to"],
    code: 2,
    said: /needs a value/,
  },
  "an unknown word": { words: ["--force"], code: 2, said: /^Usage: / },
  "a folder that cannot be made": {
    words: ["--to", "/proc/lnk-tool"],
    code: 5,
    said: /Cannot make the folder \/proc\/lnk-tool/,
  },
  "plain http": {
    env: { LNK_TOOL_MIRROR: "http://example.com" },
    code: 2,
    said: /not an https:\/\/ URL/,
  },
  "another machine in the clothes of this one": {
    env: { LNK_TOOL_MIRROR: "http://127.0.0.1:80@example.com/" },
    code: 2,
    said: /not an https:\/\/ URL/,
  },
  "a name that begins like this machine's": {
    env: { LNK_TOOL_MIRROR: "http://127.0.0.1.example.com/" },
    code: 2,
    said: /not an https:\/\/ URL/,
  },
};

for (
  const [name, { files = release, code, said, ...rest }] of Object.entries(
    REFUSALS,
  )
) {
  installTest(`refuses ${name}`, async () => {
    await install({
      files: await files(),
      ...rest,
      look: (found) => {
        assertEquals(found.code, code, found.said);
        assertMatch(found.said, said);
        assertEquals(names(`${found.folder}/.local/bin`), []);
      },
    });
  });
}

installTest("leaves a folder of the program's name alone", async () => {
  await install({
    files: await release(),
    words: ["--to", "bin"],
    before: (home) =>
      Deno.mkdirSync(`${home}/bin/lnk-tool`, { recursive: true }),
    look: ({ code, said, folder }) => {
      assertEquals(code, 5);
      assertMatch(said, /A folder stands at .*\/bin\/lnk-tool/);
      assertEquals(names(`${folder}/bin`), ["lnk-tool"]);
    },
  });
});

installTest("keeps the old program where a new one fails", async () => {
  await install({
    files: await wrong(),
    words: ["--to", "bin"],
    before: (home) => {
      Deno.mkdirSync(`${home}/bin`);
      Deno.writeTextFileSync(`${home}/bin/lnk-tool`, "old");
    },
    look: ({ code, folder }) => {
      assertEquals(code, 3);
      assertEquals(Deno.readTextFileSync(`${folder}/bin/lnk-tool`), "old");
    },
  });
});

Deno.test({
  name: "install.sh cannot write where its user may not (skipped for root)",
  ignore: ignore || Deno.uid() === 0,
  fn: async () => {
    await install({
      files: await release(),
      words: ["--to", "bin"],
      before: (home) => Deno.mkdirSync(`${home}/bin`, { mode: 0o555 }),
      look: ({ code, said }) => {
        assertEquals(code, 5);
        assertMatch(said, /Cannot write in .*\/bin/);
      },
    });
  },
});

Deno.test({
  name: "shellcheck has nothing to say about install.sh (skipped without it)",
  ignore: !installed("shellcheck"),
  fn: async () => {
    const { code, stdout } = await new Deno.Command("shellcheck", {
      args: ["--shell=sh", SCRIPT],
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stdout));
  },
});

Deno.test("install.sh knows this release, its place and only built machines", () => {
  const text = Deno.readTextFileSync(SCRIPT);
  assert(text.includes(`\nVERSION=${VERSION}\n`));
  assert(text.includes(`\nHOMEPAGE=${HOMEPAGE}\n`));
  for (const target of TARGETS) {
    const [, ...system] = target.split("-");
    assert(text.includes(`-${system.join("-")}`), target);
  }
});
