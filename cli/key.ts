// Copyright 2026 the lnk authors. MIT license.

/**
 * The flag `--key-file`, the one way in which a command gets a key.
 *
 * @module
 */

import { pathWord } from "./command.ts";
import type { CommonFlags, Context } from "./context.ts";

/** Flags of a command that needs a key. */
export type KeyFlags = CommonFlags & {
  /** A private file; `-` is standard input. */
  readonly keyFile: string;
};

/** The words of `--key-file`. */
export const KEY = {
  keyFile: {
    kind: "parsed",
    parse: pathWord,
    brief: "File that holds the key, for its owner only; - is standard input",
    placeholder: "file",
  },
} as const;

/**
 * Reads the key that `--key-file` names.
 *
 * @param context The command's `this`.
 * @param flags The command's flags.
 * @returns The key.
 */
export async function readKey(
  context: Context,
  { keyFile }: KeyFlags,
): Promise<Uint8Array<ArrayBuffer>> {
  // Words are loaded at every start; what reads is not.
  const [{ readArgument }, { KEY_LIMIT, keyFromBytes, readKeyFile }] =
    await Promise.all([import("./input.ts"), import("../lib/secret.ts")]);
  if (keyFile !== "-") return readKeyFile(context.disk, keyFile);
  return keyFromBytes(await readArgument(context, "-", KEY_LIMIT));
}
