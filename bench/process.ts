// Copyright 2026 the lnk authors. MIT license.

/**
 * Whole processes as the work of a comparison.
 *
 * @module
 */

import { LAZILY } from "../tools/bundle.ts";
import { PERMISSIONS } from "../tools/compile.ts";
import type { Work } from "./measure.ts";

/** A compiled program has no cache of compiled code, and reads its parts when it needs them. */
const LIKE_COMPILED = [
  ...["--quiet", "--no-config", "--no-code-cache", LAZILY],
  ...PERMISSIONS,
];

/**
 * Runs a script as the compiled program would be run.
 *
 * @param script A file of JavaScript.
 * @param args The words after it.
 * @returns Work that ends with the process, and fails where it fails.
 */
export function processOf(script: string, args: readonly string[] = []): Work {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", ...LIKE_COMPILED, script, ...args],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  });
  return async () => {
    const { code, stderr } = await command.output();
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  };
}

/**
 * Bundles a script as the program is bundled, so that neither side is read
 * from many files.
 *
 * @param source A TypeScript file of this tree.
 * @param output The file to write.
 */
export async function bundleScript(
  source: URL,
  output: string,
): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--minify", "-o", output, source.pathname],
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
