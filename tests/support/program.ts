// Copyright 2026 the lnk authors. MIT license.

/**
 * Runs the program for a test: in this process, or, where `LNK_TOOL` names a
 * built program, through that.
 *
 * @module
 */

import { main } from "../../cli/main.ts";
import { LAZILY } from "../../tools/bundle.ts";
import { PERMISSIONS } from "../../tools/compile.ts";
import { testWorld, type WorldOptions } from "./world.ts";

/** What a run left. */
export interface Ran {
  /** The exit code. */
  readonly code: number;
  /** Standard output. */
  readonly stdout: Uint8Array<ArrayBuffer>;
  /** Standard error. */
  readonly stderr: Uint8Array<ArrayBuffer>;
}

/** The built program that the tests run through, if any. */
export const BUILT: string | undefined = builtProgram();

function builtProgram(): string | undefined {
  const path = Deno.env.get("LNK_TOOL");
  return path === undefined ? undefined : Deno.realPathSync(path);
}

/**
 * Runs the program once.
 *
 * @param args The words after its name.
 * @param options The world to run it in.
 * @returns What it left.
 */
export function runProgram(
  args: readonly string[],
  options: WorldOptions,
): Promise<Ran> {
  return BUILT === undefined
    ? runHere(args, options)
    : spawnProgram([BUILT], args, options);
}

async function runHere(
  args: readonly string[],
  options: WorldOptions,
): Promise<Ran> {
  const world = testWorld(options);
  const code = await main(args, world);
  return { code, stdout: world.stdout(), stderr: world.stderr() };
}

/** The command line that runs the program from its source, as `deno task lnk-tool` does. */
export const FROM_SOURCE: readonly string[] = [
  Deno.execPath(),
  "run",
  "--quiet",
  LAZILY,
  "--allow-all",
  new URL("../../cli.ts", import.meta.url).pathname,
];

/**
 * Runs the program in a process of its own.
 *
 * @param program The program and the words before its arguments.
 * @param args The words after it.
 * @param options The world; clock and terminal are the real ones.
 * @returns What it left.
 */
export async function spawnProgram(
  program: readonly string[],
  args: readonly string[],
  options: WorldOptions,
): Promise<Ran> {
  const [command, ...before] = commandLine(program);
  const child = new Deno.Command(command!, {
    args: [...before, ...args],
    cwd: options.base,
    clearEnv: true,
    env: { DENO_DIR: denoDir(), ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const fed = feed(child.stdin, options.stdin ?? new Uint8Array());
  const { code, stdout, stderr } = await child.output();
  await fed;
  return { code, stdout, stderr };
}

/**
 * The words that start a program: a bundle needs its runtime.
 *
 * @param program The program and the words before its arguments.
 * @returns A command and its first arguments.
 */
export function commandLine(program: readonly string[]): readonly string[] {
  return program.at(0)!.endsWith(".js")
    ? [Deno.execPath(), "run", "--quiet", LAZILY, ...PERMISSIONS, ...program]
    : program;
}

async function feed(
  sink: WritableStream<Uint8Array>,
  bytes: Uint8Array,
): Promise<void> {
  const writer = sink.getWriter();
  try {
    await writer.write(bytes);
    await writer.close();
  } catch {
    // The program may end without reading.
  }
}

/**
 * Where Deno keeps what it fetched, for a process without the environment.
 *
 * @returns The folder.
 */
export function denoDir(): string {
  return Deno.env.get("DENO_DIR") ??
    `${
      Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`
    }/deno`;
}
