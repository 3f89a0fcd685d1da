// Copyright 2026 the lnk authors. MIT license.

/** The tour in README.md, and the sessions of the guides, of doctor and the formats, are run as they stand. */

import { assert } from "@std/assert";
import { playPage } from "./support/console.ts";
import { installed } from "./support/shell.ts";

Deno.test("the tour in README.md prints what it says", () =>
  playPage("README.md"));

const GUIDES = [...Deno.readDirSync(new URL("../docs/guides", import.meta.url))]
  .map(({ name }) => `docs/guides/${name}`).sort();

Deno.test("there are guides", () => assert(GUIDES.length >= 5));

for (const path of [...GUIDES, "docs/doctor.md", "docs/formats.md"]) {
  const page = Deno.readTextFileSync(new URL(`../${path}`, import.meta.url));
  const missing = ["git", "jq", "openssl", "sha256sum"]
    .filter((name) => page.includes(`${name} `) && !installed(name));
  Deno.test({
    name: `the sessions of ${path} print what they say` +
      (missing.length > 0 ? ` (skipped without ${missing.join(", ")})` : ""),
    ignore: missing.length > 0,
    fn: () => playPage(path),
  });
}
