// Copyright 2026 the lnk authors. MIT license.

/**
 * The grants as data, and the one evaluator of what they allow.
 *
 * @module
 */

import { quote } from "../text.ts";
import { isHomeFolder, WHOLE } from "./layout.ts";

/** Alone in a list of programs: any program. */
export const ANY = "*";

/** A sandbox file's `[commands]`: the programs that an agent's run tool may start. */
export interface Commands {
  /** Names found on PATH, absolute paths, or {@linkcode ANY} alone; empty is none, and no run tool. */
  readonly run: readonly string[];
}

/** What of a team's shared folder an agent may reach. The rest is closed. */
export interface TeamFolders {
  /** Folders it may write. */
  readonly write: readonly string[];
  /** Folders it may only read. */
  readonly read: readonly string[];
}

/** A sandbox file's `[files]`: the folders an agent may write or only read. */
export interface Folders extends TeamFolders {
  /** Its teams' shared folders by team; a team that is not here is out of reach. */
  readonly teams: ReadonlyMap<string, TeamFolders>;
}

/** All that a sandbox file grants. */
export interface Grants {
  /** The programs. */
  readonly commands: Commands;
  /** The folders. */
  readonly folders: Folders;
  /** Whether the file has no `[files]`, so that {@linkcode DEFAULT_FOLDERS} hold. */
  readonly defaultFolders: boolean;
}

/** What holds where a file has no `[files]`: work written, conversations read. */
export const DEFAULT_FOLDERS: Folders = {
  write: ["work"],
  read: ["chats"],
  teams: new Map(),
};

const ALWAYS_READ: readonly string[] = ["instructions", "skills"];

/** How far a folder can be reached. */
export type Access = "write" | "read" | "none";

/** An access, and the rule that gives it. */
export interface Answer {
  /** How far. */
  readonly access: Access;
  /** The rule, in words. */
  readonly why: string;
}

/**
 * How far an agent reaches a folder. Every other question asks this one.
 *
 * @example Usage
 * ```ts
 * import { access } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folders = { write: ["."], read: ["chats"], teams: new Map() };
 * assertEquals(access(folders, "work").access, "write");
 * assertEquals(access(folders, "chats").access, "read");
 * ```
 *
 * @param folders The grant.
 * @param name A folder's name, or `.` for all of Home.
 * @param team The team whose shared folder holds it; without it, the agent's own.
 * @returns The access and its reason.
 */
export function access(
  folders: Folders,
  name: string,
  team?: string,
): Answer {
  if (team === undefined) return ownAccess(folders, name);
  const granted = folders.teams.get(team);
  if (!granted) return none(`no [files.teams] entry names team ${quote(team)}`);
  return listed(granted, name, () => true) ??
    none(`no list of team ${quote(team)} names it`);
}

function ownAccess(folders: Folders, name: string): Answer {
  const found = listed(folders, name, isHomeFolder);
  if (found) return found;
  if (ALWAYS_READ.includes(name)) {
    return { access: "read", why: `an agent can always read its ${name}` };
  }
  return none("no list of [files] names it");
}

function none(why: string): Answer {
  return { access: "none", why };
}

/** What the two lists say of a name: itself, or through `.` where that holds it. */
function listed(
  lists: TeamFolders,
  name: string,
  heldByWhole: (name: string) => boolean,
): Answer | undefined {
  for (const list of ["write", "read"] as const) {
    if (lists[list].includes(name)) {
      return { access: list, why: `${quote(name)} is in ${list}` };
    }
    if (lists[list].includes(WHOLE) && heldByWhole(name)) {
      return { access: list, why: `"." in ${list} holds it` };
    }
  }
  return undefined;
}

/**
 * Whether the agent may write a folder: one named, or under `.` any of Home's.
 *
 * @param folders The grant.
 * @param name A folder's name.
 * @returns Whether it is writable.
 */
export function writes(folders: Folders, name: string): boolean {
  return access(folders, name).access === "write";
}

/**
 * Whether the agent writes all of Home.
 *
 * @param folders The grant.
 * @returns Whether `.` is written.
 */
export function whole(folders: Folders): boolean {
  return writes(folders, WHOLE);
}

/**
 * Whether memory may write its notes: where the agent may write its
 * instructions or they are not kept from it, and memory is not kept read-only.
 *
 * @param folders The grant.
 * @returns Whether {@linkcode NOTES} and portable documents are writable.
 */
export function writesNotes(folders: Folders): boolean {
  const keptReadOnly = (name: string) =>
    folders.read.includes(name) ||
    (isHomeFolder(name) && folders.read.includes(WHOLE));
  return (writes(folders, "instructions") || !keptReadOnly("instructions")) &&
    !keptReadOnly("memory");
}

/**
 * Whether the agent may start a program.
 *
 * @param commands The grant.
 * @param entry A name or an absolute path, as an entry would spell it.
 * @returns Whether an entry or `*` allows it.
 */
export function runs(commands: Commands, entry: string): boolean {
  return commands.run.includes(ANY) || commands.run.includes(entry);
}
