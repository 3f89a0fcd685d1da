// Copyright 2026 the lnk authors. MIT license.

/**
 * Names in commands that a person pastes into a shell.
 *
 * @module
 */

import { inert } from "../text.ts";

/**
 * A path as one word of a POSIX shell, whole; nothing in it is carried out,
 * and nothing in it moves a cursor.
 *
 * @param path A path or name.
 * @returns The word: as it is, in quotes, or with escapes (`$'...'`).
 */
export function shellPath(path: string): string {
  // A word that starts with a dash would be a flag.
  const safe = path.startsWith("-") ? `./${path}` : path;
  if (/^[\w./][\w./+,:@%-]*$/.test(safe)) return safe;
  if (inert(safe) === safe) return `'${safe.replaceAll("'", "'\\''")}'`;
  return `$'${Array.from(safe, escaped).join("")}'`;
}

function escaped(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  if (inert(character) === character) return character;
  const bytes = Array.from(new TextEncoder().encode(character));
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
