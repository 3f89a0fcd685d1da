// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes dist/lnk-tool.js: the whole program in one minified file whose
 * families are evaluated only when they are used.
 *
 * @module
 */

/** The most the bundle may weigh: it is read at every start. */
const LIMIT = 250 * 1024;

/** Where the bundle goes. */
export const BUNDLE = "dist/lnk-tool.js";

/**
 * Bundles the program and checks its size.
 *
 * @returns The size in bytes.
 */
export async function bundle(): Promise<number> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--output", BUNDLE, "cli.ts"],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  // Compiled programs hold the file's time; a fixed one makes them repeatable.
  Deno.utimeSync(BUNDLE, 0, 0);
  return Deno.statSync(BUNDLE).size;
}

if (import.meta.main) {
  const size = await bundle();
  const kib = (size / 1024).toFixed(1);
  console.log(`${BUNDLE}: ${kib} KiB of at most ${LIMIT / 1024}`);
  if (size > LIMIT) Deno.exit(1);
}
