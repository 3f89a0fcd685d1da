// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes dist/lnk-tool.js: the whole program in one minified file whose
 * families are evaluated only when they are used.
 *
 * @module
 */

/** The most the bundle may weigh: it is read at every start. */
const LIMIT = 600 * 1024;

const ROOT = new URL("../", import.meta.url).pathname;

/** Where the bundle goes. */
export const BUNDLE: string = `${ROOT}dist/lnk-tool.js`;

/**
 * Bundles the program.
 *
 * @param output The file to write.
 * @returns Its size in bytes.
 */
export async function bundle(output: string = BUNDLE): Promise<number> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "--output", output, "cli.ts"],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  // Compiled programs hold the file's time; a fixed one makes them repeatable.
  Deno.utimeSync(output, 0, 0);
  return Deno.statSync(output).size;
}

if (import.meta.main) {
  const size = await bundle();
  const kib = (size / 1024).toFixed(1);
  console.log(`dist/lnk-tool.js: ${kib} KiB of at most ${LIMIT / 1024}`);
  if (size > LIMIT) Deno.exit(1);
}
