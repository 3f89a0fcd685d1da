// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { Validator } from "@cfworker/json-schema";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { SANDBOX_SCHEMA } from "../lib/sandbox/schema.ts";
import { generated } from "../tools/docs.ts";

const ROOT = new URL("../", import.meta.url);

Deno.test("the generated pages are up to date (else: deno task docs)", async () => {
  for (const [path, text] of await generated()) {
    assertEquals(Deno.readTextFileSync(new URL(path, ROOT)), text, path);
  }
});

function sandboxIsValid(path: string): boolean {
  const text = Deno.readTextFileSync(new URL(path, ROOT));
  const value = getStaticTOMLValue(parseTOML(text, { tomlVersion: "1.0" }));
  return new Validator(SANDBOX_SCHEMA as never, "7").validate(value).valid;
}

Deno.test("the sandbox schema takes what the check takes", () => {
  assert(sandboxIsValid("examples/sandbox.toml"));
  const folder = new URL("tests/testdata/grants/ok/", ROOT);
  for (const { name } of Deno.readDirSync(folder)) {
    assert(sandboxIsValid(`tests/testdata/grants/ok/${name}`), name);
  }
});

for (
  const name of [
    "any-beside-names",
    "array-of-tables",
    "comment-only",
    "missing-run",
    "near-miss-keys",
    "not-folders",
    "not-programs",
    "wrong-types",
    "wrong-types-in-lists",
  ]
) {
  Deno.test(`the sandbox schema refuses bad/${name}`, () => {
    assert(!sandboxIsValid(`tests/testdata/grants/bad/${name}.toml`));
  });
}

/** How a heading is called in a link, as GitHub does it. */
function anchorsOf(page: string): Set<string> {
  const headings = page.replaceAll(/^```[^]*?^```$/gm, "").match(/^#+ .+$/gm);
  const anchors = new Set<string>();
  for (const heading of headings ?? []) {
    const anchor = heading.replace(/^#+ /, "").toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").replaceAll(" ", "-");
    anchors.add(anchor);
  }
  return anchors;
}

/** The pages of a folder and of those in it. */
function pagesIn(folder: string): string[] {
  return [...Deno.readDirSync(new URL(folder, ROOT))].flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory) return pagesIn(`${path}/`);
    return /\.md$|^llms\.txt$/.test(path) ? [path] : [];
  });
}

function isThere(from: URL, to: string): boolean {
  const [file, anchor] = to.split("#");
  const url = file === "" ? from : new URL(file!, from);
  try {
    if (anchor === undefined) return Deno.statSync(url) !== undefined;
    return anchorsOf(Deno.readTextFileSync(url)).has(anchor);
  } catch {
    return false;
  }
}

/** Every page of the repository. */
function allPages(): string[] {
  const top = Array.from(Deno.readDirSync(ROOT), ({ name }) => name)
    .filter((name) => /\.md$|^llms\.txt$/.test(name));
  return [...top, ...["docs/", "examples/", "tests/"].flatMap(pagesIn)];
}

Deno.test("no page names a folder of the machine that renewed it", () => {
  for (const path of allPages()) {
    const text = Deno.readTextFileSync(new URL(path, ROOT));
    const found = /(?:\/tmp|\/dev\/shm)\/[\w-]*\d[\w-]*\d[\w-]*/.exec(text);
    assertEquals(found, null, path);
  }
});

Deno.test("what a page links to is there, with its heading", () => {
  const broken = allPages()
    .flatMap((path) => {
      const from = new URL(path, ROOT);
      const text = Deno.readTextFileSync(from)
        .replaceAll(/^```[^]*?^```$/gm, "");
      return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, to]) => to!)
        .filter((to) => !/^[a-z]+:/.test(to) && !isThere(from, to))
        .map((to) => `${path}: ${to}`);
    });
  assertEquals(broken, []);
});
