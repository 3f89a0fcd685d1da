// Copyright 2026 the lnk authors. MIT license.

/**
 * Runs real shells, with a `lnk-tool` on their PATH that is this source.
 *
 * @module
 */

import { FROM_SOURCE } from "./program.ts";

/**
 * Whether a program is installed here.
 *
 * @param name Its name in PATH.
 * @returns Whether a folder of PATH has it.
 */
export function installed(name: string): boolean {
  return whereIs(name) !== undefined;
}

/**
 * Where a program is installed, without links.
 *
 * @param name Its name in PATH.
 * @returns Its path, or `undefined` if it is not here.
 */
export function whereIs(name: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    try {
      const path = Deno.realPathSync(`${folder}/${name}`);
      if (Deno.statSync(path).isFile) return path;
    } catch {
      // Not in this one.
    }
  }
  return undefined;
}

/**
 * Makes a folder whose `lnk-tool` runs the source.
 *
 * @returns The folder; the caller removes it.
 */
export function programFolder(): string {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  const words = FROM_SOURCE.map((word) => `'${word}'`).join(" ");
  Deno.writeTextFileSync(
    `${folder}/lnk-tool`,
    `#!/bin/sh\nexec ${words} "$@"\n`,
    { mode: 0o755 },
  );
  return folder;
}

/**
 * Runs a program with `lnk-tool` on its PATH.
 *
 * @param folder What `programFolder` made; also the current folder.
 * @param command The program and its words.
 * @param stdin What it reads.
 * @returns All that it printed, standard error too.
 */
export async function runIn(
  folder: string,
  command: readonly string[],
  stdin = "",
): Promise<string> {
  const child = new Deno.Command(command[0]!, {
    args: command.slice(1),
    cwd: folder,
    env: { PATH: `${folder}:${Deno.env.get("PATH")}`, TERM: "dumb" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin));
  await writer.close();
  const { stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) + decoder.decode(stderr);
}
