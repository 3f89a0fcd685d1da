// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes dist/lnk-tool: the bundle and a Deno runtime in one program.
 *
 * @module
 */

import { bundle } from "./bundle.ts";

/** Where the program goes. */
const PROGRAM = "dist/lnk-tool";

/**
 * The variables that the program reads; a test holds the list against cli/.
 */
export const VARIABLES: readonly string[] = [
  "CLICOLOR_FORCE",
  "FORCE_COLOR",
  "HOME",
  "NO_COLOR",
  "PATH",
  "TERM",
];

/** The least under which every command works; docs/decisions.md has the proof. */
export const PERMISSIONS: readonly string[] = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-net",
  "--allow-run",
  `--allow-env=${VARIABLES.join(",")}`,
  "--allow-sys=uid",
  "--deny-import",
];

/** What a compilation ended with. */
export interface Compiled {
  /** The exit code: 0, or 5 where it could not be done, 2 for wrong usage. */
  readonly code: number;
  /** One sentence for people. */
  readonly message: string;
}

/**
 * Compiles a bundle.
 *
 * @param from The bundle.
 * @param to The program to write.
 * @param target A target triple; without it, this machine's.
 * @returns How it ended.
 */
export async function compile(
  from: string,
  to: string,
  target?: string,
): Promise<Compiled> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "compile",
      // Nothing but the bundle: no settings, packages or lock of this tree.
      ...["--quiet", "--no-config", "--no-lock", "--no-remote", "--no-npm"],
      // A code cache would be read back from a folder that others can write.
      ...["--no-check", "--no-code-cache", "--app-name", "lnk-tool"],
      ...PERMISSIONS,
      ...target === undefined ? [] : ["--target", target],
      ...["--output", to, from],
    ],
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  }).output();
  if (success) return { code: 0, message: `${to}: written` };
  const said = new TextDecoder().decode(stderr);
  const targets = /'--target': possible values: (.*)/.exec(said)?.[1];
  return targets === undefined ? { code: 5, message: failure(to, said) } : {
    code: 2,
    message: `Cannot compile for "${target}": --target is one of ${targets}`,
  };
}

function failure(to: string, said: string): string {
  const download = /^Download (\S+)/m.exec(said)?.[1] ??
    /url \(([^)]+)\)/.exec(said)?.[1];
  if (download !== undefined) {
    return `Cannot write ${to}: the runtime it needs cannot be fetched from ` +
      `${download}; connect this machine, or set DENORT_BIN to a runtime ` +
      "fetched elsewhere";
  }
  const causes = Array.from(
    said.matchAll(/^ +\d+: (?!<unknown>)(.+)$/gm),
    ([, cause]) => cause,
  );
  const reason = causes.join(": ") || /^error: (.+)$/m.exec(said)?.[1] ||
    "deno compile failed";
  return `Cannot write ${to}: ${reason}`;
}

/** The value of `--target`, or what is wrong with the words. */
function readTarget(args: readonly string[]): string | undefined | Error {
  const [flag, value, ...rest] = args.flatMap((word) =>
    word.startsWith("--target=") ? ["--target", word.slice(9)] : [word]
  );
  if (flag === undefined) return undefined;
  return flag === "--target" && value && rest.length === 0
    ? value
    : new Error("Usage: deno task compile [--target TRIPLE]");
}

async function run(args: readonly string[]): Promise<Compiled> {
  const target = readTarget(args);
  if (target instanceof Error) return { code: 2, message: target.message };
  const { program } = await bundle();
  const suffix = target?.includes("windows") ? ".exe" : "";
  return await compile(program, PROGRAM + suffix, target);
}

if (import.meta.main) {
  const { code, message } = await run(Deno.args);
  console[code === 0 ? "log" : "error"](message);
  Deno.exitCode = code;
}
