// Copyright 2026 the lnk authors. MIT license.

/**
 * Other programs, run to their end.
 *
 * @module
 */

/** How a process ended. */
export interface Ended {
  /** As a shell tells it: 128 and the signal where one ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program to its end.
 *
 * @param argv The program and its arguments.
 * @param options Its folder, variables and standard input; it reads nothing otherwise.
 * @returns How it ended.
 */
export async function runToEnd(
  argv: readonly string[],
  options: Omit<Deno.CommandOptions, "args"> = {},
): Promise<Ended> {
  const [program, ...args] = argv;
  const { code, stdout, stderr } = await new Deno.Command(program!, {
    stdin: "null",
    ...options,
    args,
  }).output();
  const decoder = new TextDecoder();
  return {
    code,
    stdout: decoder.decode(stdout),
    stderr: decoder.decode(stderr),
  };
}
