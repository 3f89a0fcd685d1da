// Copyright 2026 the lnk authors. MIT license.

/**
 * Words of commands that a person pastes into a shell.
 *
 * @module
 */

import { inert } from "./text.ts";

/**
 * A text as one word of a POSIX shell, whole; nothing in it is carried out,
 * and nothing in it moves a cursor.
 *
 * @param text Any text without NUL.
 * @returns The word: as it is, in quotes, or with escapes (`$'...'`).
 */
export function shellWord(text: string): string {
  if (/^[\w./-][\w./+,:@%=-]*$/.test(text)) return text;
  if (inert(text) === text) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(text, escaped).join("")}'`;
}

/**
 * A path as one word of a POSIX shell: as {@linkcode shellWord}, and never a
 * flag.
 *
 * @param path A path or name.
 * @returns The word.
 */
export function shellPath(path: string): string {
  return shellWord(path.startsWith("-") ? `./${path}` : path);
}

function escaped(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  if (inert(character) === character) return character;
  const bytes = Array.from(new TextEncoder().encode(character));
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
