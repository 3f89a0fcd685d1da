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
