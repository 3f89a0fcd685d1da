// Copyright 2026 the lnk authors. MIT license.

/**
 * The few flags of the tools.
 *
 * @module
 */

/**
 * The value that follows a flag.
 *
 * @param name The flag without its dashes.
 * @returns The word after it, or `undefined` where the flag is not given.
 */
export function option(name: string): string | undefined {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? undefined : Deno.args[at + 1];
}

/**
 * The whole number that follows a flag.
 *
 * @param name The flag without its dashes.
 * @param otherwise The number where the flag is not given.
 * @returns The number; anything else ends the tool.
 */
export function numberOption(name: string, otherwise: number): number {
  const text = option(name);
  if (text === undefined) return otherwise;
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  console.error(`--${name} takes a whole number`);
  Deno.exit(2);
}
