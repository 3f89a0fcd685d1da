// Copyright 2026 the lnk authors. MIT license.

/** The tour in README.md and the sessions of the guides are run as they stand. */

import { assert } from "@std/assert";
import { playPage } from "./support/console.ts";

Deno.test("the tour in README.md prints what it says", () =>
  playPage("README.md"));

const GUIDES = [...Deno.readDirSync(new URL("../docs/guides", import.meta.url))]
  .map(({ name }) => `docs/guides/${name}`).sort();

Deno.test("there are guides", () => assert(GUIDES.length >= 5));

for (const page of GUIDES) {
  Deno.test(`the sessions of ${page} print what they say`, () =>
    playPage(page));
}
