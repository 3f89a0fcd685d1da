// Copyright 2026 the lnk authors. MIT license.

/**
 * The folders of an agent's folder, and what their names can be.
 *
 * @module
 */

/** In a list of folders: all of Home, or all of a team's shared folder. */
export const WHOLE = ".";

/** An agent's standing instructions, in its own folder. */
export const STANDING = "instructions/instruction.md";

/** The notes that an agent's memory writes. */
export const NOTES = "memory/notes.md";

const OWN = ["instructions", "skills", "chats"] as const;

/**
 * The folders of an agent's folder: lowercase, side by side, never nested.
 *
 * @example Usage
 * ```ts
 * import { layout } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(layout("chats"), "chats");
 * assertEquals(layout("work"), "home/work");
 * assertEquals(layout("."), "home");
 * ```
 *
 * @param name A folder as grants name it.
 * @returns Its path in the agent's folder.
 */
export function layout(name: string): string {
  if (name === WHOLE) return "home";
  return isHomeFolder(name) ? `home/${name}` : name;
}

/** The folders that every agent has: its own three, and Home's two that each start makes. */
export const LAYOUT: readonly string[] = [...OWN, "work", "memory"];

/**
 * Whether a name can be a folder's: 1 to 64 of `a-z 0-9 _ -`, starting with a
 * letter or digit.
 *
 * @param name Any text.
 * @returns Whether it is one level, lowercase.
 */
export function isFolderName(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name);
}

/**
 * Whether a folder is one of Home's: any but the agent's own three.
 *
 * @param name A folder's name.
 * @returns Whether `.` in a list holds it.
 */
export function isHomeFolder(name: string): boolean {
  return !(OWN as readonly string[]).includes(name);
}
