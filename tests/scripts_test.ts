// Copyright 2026 the lnk authors. MIT license.

import { runScript } from "./support/script.ts";

const folder = new URL("./scripts/", import.meta.url).pathname;

for (const { name } of [...Deno.readDirSync(folder)].sort(byName)) {
  if (!name.endsWith(".txtar")) continue;
  Deno.test(`script ${name}`, () => runScript(folder + name));
}

function byName(a: Deno.DirEntry, b: Deno.DirEntry): number {
  return a.name < b.name ? -1 : 1;
}
