// Copyright 2026 the lnk authors. MIT license.

/** CycloneDX's own schema is no package of its own, so its rules that matter here are checked by hand. */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { materials } from "../tools/materials.ts";
import { bill } from "../tools/sbom.ts";

const made = await materials();
const text = await bill(made);
const document = JSON.parse(text);

Deno.test("the bill has the shape of CycloneDX 1.6", () => {
  assertEquals(document.bomFormat, "CycloneDX");
  assertEquals(document.specVersion, "1.6");
  assertEquals(document.version, 1);
  assertMatch(
    document.serialNumber,
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  for (const one of [document.metadata.component, ...document.components]) {
    assert(["application", "library", "platform"].includes(one.type));
    assertMatch(one.version, /^\d+\.\d+\.\d+/);
    assertMatch(one.purl, /^pkg:(npm|generic|github)\/[\w.%/-]+@v?[\w.-]+$/);
    for (const { alg, content } of one.hashes ?? []) {
      assertEquals(alg, "SHA-512");
      assertMatch(content, /^[0-9a-f]{128}$/);
    }
    assertEquals(one.licenses?.length, 1, one.name);
  }
});

Deno.test("every reference of the bill is to a component, once", () => {
  const all = [document.metadata.component, ...document.components];
  const refs = all.map((one) => one["bom-ref"]);
  assertEquals(new Set(refs).size, refs.length);
  const told = document.dependencies.map(({ ref }: { ref: string }) => ref);
  assertEquals(told.toSorted(), refs.toSorted());
  for (const { dependsOn = [] } of document.dependencies) {
    for (const ref of dependsOn) assert(refs.includes(ref), ref);
  }
});

Deno.test("the bill has what the program imports, and no test's tool", () => {
  const names = document.components.map(({ name }: { name: string }) => name);
  for (
    const name of ["deno", "@stricli/core", "deno-std", "toml-eslint-parser"]
  ) {
    assert(names.includes(name), name);
  }
  for (const name of ["fast-check", "ajv", "@microsoft/jest-sarif"]) {
    assert(!names.includes(name), name);
  }
});

Deno.test("the same tree has the same bill", async () => {
  assertEquals(await bill(await materials()), text);
});

Deno.test("a package without a lock is no part of a bill", async () => {
  const packages = new Map(made.packages);
  packages.delete(made.roots[0]!);
  await assertRejects(
    () => bill({ ...made, packages }),
    Error,
    `deno.lock has no ${made.roots[0]}`,
  );
});
