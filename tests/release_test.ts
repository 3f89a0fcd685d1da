// Copyright 2026 the lnk authors. MIT license.

/** What a release is made of; programs stand in for compiled ones. */

import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { unpackTar } from "modern-tar";
import { VERSION } from "../lib/version.ts";
import { archive, checksums } from "../tools/release/archive.ts";
import { assembled, TARGETS } from "../tools/release/build.ts";
import { buildDay, dated, newest } from "../tools/release/changelog.ts";
import { linked, npmPackage } from "../tools/release/npm.ts";
import { prepared, versionFaults } from "../tools/release/versions.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string) => Deno.readTextFileSync(new URL(path, ROOT));
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const CHANGELOG = `# Changelog

## [0.2.0] - unreleased

### Added

- Two.

## [0.1.0] - 2026-03-04

- One.
`;

Deno.test("all places say the same release", () => {
  assertEquals(versionFaults(read), []);
});

Deno.test("newest() reads the first entry only", () => {
  assertEquals(newest(CHANGELOG), {
    version: "0.2.0",
    notes: "### Added\n\n- Two.\n",
  });
  assertEquals(newest(dated(CHANGELOG, "0.2.0", "2026-05-06")), {
    version: "0.2.0",
    day: "2026-05-06",
    notes: "### Added\n\n- Two.\n",
  });
});

Deno.test.each([
  [""],
  ["# Changelog\n"],
  ["## Unreleased\n\n- x\n"],
  ["## [1.2] - unreleased\n"],
  ["## [1.2.3]\n\n## [1.2.2] - 2026-01-01\n"],
])("newest() refuses %j", (text) => {
  assertThrows(() => newest(text), Error, "CHANGELOG.md: the first");
});

Deno.test("what is built carries the day of the newest released entry", () => {
  assertEquals(buildDay(CHANGELOG).toISOString(), "2026-03-04T00:00:00.000Z");
  assertEquals(buildDay("").toISOString(), "2026-12-01T00:00:00.000Z");
});

Deno.test("a tag is released only when every place says it and it has a day", () => {
  const texts = new Map<string, string>();
  const from = (path: string) => texts.get(path) ?? read(path);
  for (const [path, text] of prepared(read, "3.2.1", "2027-01-02")) {
    texts.set(path, text);
  }
  assertEquals(versionFaults(from, "v3.2.1"), []);
  assertEquals(versionFaults(from, "3.2.1").length > 0, true);
  assertEquals(versionFaults(from, "v3.2.2").length, texts.size);
  texts.set("install.sh", texts.get("install.sh")!.replace("3.2.1", "3.2.0"));
  assertEquals(versionFaults(from, "v3.2.1"), [
    "install.sh says 3.2.0, not 3.2.1",
  ]);
  assertThrows(() => prepared(from, "3.2.2", "2027-01-03"), Error, "released");
});

Deno.test.each([
  ["3.2", "2027-01-02"],
  ["v3.2.1", "2027-01-02"],
  ["3.2.1", "2027-13-02"],
  ["3.2.1", "tomorrow"],
])("nothing is prepared for %j on %j", (version, day) => {
  assertThrows(() => prepared(read, version, day), Error, "is not");
});

Deno.test("an archive's bytes depend on what is in it only", async () => {
  const day = new Date("2026-01-02T00:00:00Z");
  const a = { name: "x/a", bytes: encode("a"), program: true };
  const b = { name: "x/b", bytes: encode("b") };
  const one = await archive([a, b], day);
  assertEquals(await archive([b, a], day), one);
  const tar = new Blob([one]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const entries = await unpackTar(tar);
  assertEquals(
    entries.map(({ header: { name, mode, uid, gid, mtime } }) =>
      [name, mode, uid, gid, mtime?.getTime()] as const
    ),
    [
      ["x/a", 0o755, 0, 0, day.getTime()],
      ["x/b", 0o644, 0, 0, day.getTime()],
    ],
  );
});

Deno.test("checksums() writes what sha256sum reads", async () => {
  const sums = await checksums([
    { name: "b", bytes: encode("abc") },
    { name: "a", bytes: encode("") },
  ]);
  assertEquals(
    sums,
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n" +
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b\n",
  );
});

Deno.test("a release holds an archive a target, and twice the same bytes", async () => {
  const programs = new Map(TARGETS.map((name) => [name, encode(name)]));
  const files = await assembled(programs);
  assertEquals(files.map(({ name }) => name), [
    ...TARGETS.map((target) => `lnk-tool-${VERSION}-${target}.tar.gz`),
    "install.sh",
    `lnk-tool-${VERSION}.cdx.json`,
    `lnk-tool-npm-${VERSION}.tgz`,
    "SHA256SUMS",
  ]);
  const sums = decode(files.at(-1)!.bytes);
  assertEquals(sums, await checksums(files.slice(0, -1)));
  assertEquals(await assembled(programs), files);
  for (const [i, target] of TARGETS.entries()) {
    await assertArchive(files[i]!.bytes, target);
  }
});

async function assertArchive(
  bytes: Uint8Array<ArrayBuffer>,
  target: string,
): Promise<void> {
  const tar = new Blob([bytes]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const held = new Map(
    (await unpackTar(tar)).map(({ header: { name }, data }) => [
      name.replace(`lnk-tool-${VERSION}-${target}/`, ""),
      decode(data!),
    ]),
  );
  const program = target.includes("windows") ? "lnk-tool.exe" : "lnk-tool";
  assertEquals([...held.keys()].sort(), [
    "CHANGELOG.md",
    "LICENSE",
    "THIRD-PARTY.txt",
    "completions/bash/lnk-tool",
    "completions/fish/lnk-tool.fish",
    "completions/zsh/_lnk-tool",
    program,
    "man/lnk-tool.1",
  ]);
  assertEquals(held.get(program), target);
  assertMatch(held.get("completions/zsh/_lnk-tool")!, /^#compdef lnk-tool\n/);
  const others = held.get("THIRD-PARTY.txt")!;
  assertMatch(others, /^@stricli\/core [\d.]+ \(Apache-2\.0\)$/m);
  assertMatch(others, /TERMS AND CONDITIONS FOR USE, REPRODUCTION/);
  assert(!others.includes("undefined"));
}

Deno.test.each([
  ['import { a } from "@std/x";', 'import { a } from "../std/x.js";'],
  ['export * from "@std/x";', 'export * from "../std/x.js";'],
  ['} from "@std/x";', '} from "../std/x.js";'],
  [
    'const a = await import("@std/x");',
    'const a = await import("../std/x.js");',
  ],
  ['import "zod/mini";', 'import "zod/mini";'],
  ['import { a } from "./x.js";', 'import { a } from "./x.js";'],
  [' */ import { a } from "@std/x";', ' */ import { a } from "../std/x.js";'],
  [' * import { a } from "@std/x";', ' * import { a } from "@std/x";'],
])("linked() makes %j into %j", (text, want) => {
  const imports = { "@std/x": "./std/x.ts", "zod/mini": "npm:zod@4/mini" };
  assertEquals(linked(text, "package/lib/a.js", imports), want);
});

Deno.test("the npm package needs nothing that it does not name", async () => {
  const packed = await npmPackage(new Date(0));
  const tar = new Blob([packed]).stream()
    .pipeThrough(new DecompressionStream("gzip"));
  const files = new Map(
    (await unpackTar(tar)).map(({ header: { name }, data }) =>
      [name, decode(data!)] as const
    ),
  );
  const { dependencies } = JSON.parse(files.get("package/package.json")!);
  let seen = 0;
  for (const [name, text] of files) {
    if (!/\.(js|d\.ts)$/.test(name)) continue;
    const code = text.replace(/\/\*[^]*?\*\//g, "");
    for (const [, to] of code.matchAll(/(?:from|import\()\s*"([\w@./:-]+)"/g)) {
      seen++;
      if (to!.startsWith(".")) {
        const path = new URL(to!, `file:///${name}`).pathname.slice(1);
        assert(files.has(path), `${name} imports ${to}`);
        continue;
      }
      const [first, second] = to!.split("/");
      const wanted = to!.startsWith("@") ? `${first}/${second}` : first!;
      const known = to === "node:sqlite" || Object.hasOwn(dependencies, wanted);
      assert(known, `${name} imports ${to}`);
    }
  }
  assert(seen > 100, "the imports were read");
});
