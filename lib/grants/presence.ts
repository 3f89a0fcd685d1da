// Copyright 2026 the lnk authors. MIT license.

/**
 * Which of the allowed programs a machine has, and where.
 *
 * @module
 */

import { ANY, type Commands } from "./access.ts";

/** Whether this machine has an entry's program, and where. */
export interface Presence {
  /** The entry, as it is written. */
  readonly entry: string;
  /** Whether a file that runs was found; {@linkcode ANY} always is. */
  readonly present: boolean;
  /** Where it was found; absent for {@linkcode ANY}. */
  readonly path?: string;
}

/**
 * Looks the entries up on this machine.
 *
 * A name is looked up in the folders of PATH in order. Empty and relative ones
 * are passed over, as {@linkcode passedOver} tells them: a system would look
 * there too, in the current folder of the start, which is not known here.
 *
 * @param commands The list.
 * @param searchPath PATH, folders parted by colons.
 * @param isProgram Whether this user may start what a path leads to.
 * @returns An answer an entry, in order.
 */
export function present(
  commands: Commands,
  searchPath: string,
  isProgram: (path: string) => boolean,
): Presence[] {
  return commands.run.map((entry) => {
    if (entry === ANY) return { entry, present: true };
    const path = candidates(entry, searchPath).find((p) =>
      runsAt(isProgram, p)
    );
    return path === undefined
      ? { entry, present: false }
      : { entry, present: true, path };
  });
}

/** A folder that may not be looked into holds no program for us. */
function runsAt(isProgram: (path: string) => boolean, path: string): boolean {
  try {
    return isProgram(path);
  } catch {
    return false;
  }
}

/**
 * The paths at which an entry's program is looked for, best first.
 *
 * @param entry A name or an absolute path.
 * @param searchPath PATH.
 * @returns Absolute paths.
 */
export function candidates(entry: string, searchPath: string): string[] {
  if (entry.startsWith("/")) return [entry];
  return searchFolders(searchPath).map((folder) => `${folder}/${entry}`);
}

/** The absolute folders of PATH, in order, without trailing slashes. */
function searchFolders(searchPath: string): string[] {
  return searchPath.split(":").filter((folder) => folder.startsWith("/"))
    .map((folder) => folder.replace(/\/+$/, ""));
}

/**
 * The entries of PATH that mean another folder at each start.
 *
 * @param searchPath PATH.
 * @returns Empty and relative ones, in order.
 */
export function passedOver(searchPath: string): string[] {
  return searchPath.split(":").filter((folder) => !folder.startsWith("/"));
}
