// Copyright 2026 the lnk authors. MIT license.

/**
 * The rules of `[files]` and of a team's folders.
 *
 * @module
 */

import { quote } from "../text.ts";
import type { Folders, TeamFolders } from "./access.ts";
import { isFolderName, isHomeFolder, WHOLE } from "./layout.ts";
import type { Fault, Place } from "./fault.ts";
import { type NameReason, whyNoFolder } from "./folder_name.ts";

/** One name of a list. */
interface Named {
  readonly name: string;
  readonly list: "write" | "read";
  readonly at: Place;
}

/**
 * Checks the folders that an agent may reach, its teams' too.
 *
 * @example Usage
 * ```ts
 * import { checkFolders } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folders = { write: ["chats"], read: [], teams: new Map() };
 * assertEquals(checkFolders(folders)[0]?.code, "files/chats-written");
 * ```
 *
 * @param folders The grant.
 * @returns What is wrong with it.
 */
export function checkFolders(folders: Folders): Fault[] {
  const names = namesOf(folders, ["files"]);
  return [
    ...checkNames(names),
    ...names.filter(({ name, list }) => name === "chats" && list === "write")
      .map(({ at }) => chatsWritten(at)),
    ...names.filter(({ name }) => name === "home").map(({ at }) =>
      namedHome(at)
    ),
    ...besideHome(names),
    ...Array.from(folders.teams).flatMap(([team, granted]) =>
      checkTeamFolders(granted, team)
    ),
  ];
}

/**
 * Checks what an agent may reach of a team's shared folder.
 *
 * @param team The grant.
 * @param name The team's name.
 * @returns What is wrong with it.
 */
export function checkTeamFolders(team: TeamFolders, name: string): Fault[] {
  const at: Place = ["files", "teams", name];
  const names = namesOf(team, at);
  const faults = checkNames(names);
  if (!/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/.test(name)) {
    faults.unshift(badTeamName(name, at));
  }
  if (names.length === 0) faults.push(emptyTeam(name, at));
  return [...faults, ...besideWhole(names)];
}

function namesOf(lists: TeamFolders, at: Place): Named[] {
  return (["write", "read"] as const).flatMap((list) =>
    lists[list].map((name, index) => ({ name, list, at: [...at, list, index] }))
  );
}

/** What both kinds of lists have in common. */
function checkNames(names: readonly Named[]): Fault[] {
  const first = new Map<string, Named>();
  return names.flatMap((named): Fault[] => {
    const reason = whyNoFolder(named.name);
    if (reason) return [notAFolder(named, reason)];
    const before = first.get(named.name);
    if (before) return [twice(named, before)];
    first.set(named.name, named);
    return [];
  });
}

function notAFolder(
  { name, at }: Named,
  { state, help }: NameReason,
): Fault {
  return {
    code: "files/not-a-folder",
    severity: "error",
    message: `${quote(name)} is not a folder's name: ${state}`,
    at,
    help,
  };
}

function twice(named: Named, before: Named): Fault {
  const both = named.list !== before.list;
  return {
    code: both ? "files/in-both-lists" : "files/named-twice",
    severity: "error",
    message: both
      ? `${quote(named.name)} is in write and in read`
      : `${quote(named.name)} is named twice in ${named.list}`,
    at: named.at,
    help: both
      ? "keep it in write if the agent may change it, else in read"
      : "remove one of the two",
    related: {
      message: both ? `also in ${before.list} here` : "first named here",
      at: before.at,
    },
  };
}

function chatsWritten(at: Place): Fault {
  return {
    code: "files/chats-written",
    severity: "error",
    message: '"chats" is in write, and conversations can only be read',
    at,
    help: 'move "chats" to read',
  };
}

function namedHome(at: Place): Fault {
  return {
    code: "files/home",
    severity: "warning",
    message: '"home" names a folder called home inside Home, not Home itself',
    at,
    help: 'write "." for all of Home',
  };
}

/** `.` holds every folder of Home's, so none is named beside it, in either list. */
function besideHome(names: readonly Named[]): Fault[] {
  const whole = names.find(({ name }) => name === WHOLE);
  if (!whole) return [];
  return names
    .filter(({ name }) => isFolderName(name) && isHomeFolder(name))
    .map(({ name, at }) => ({
      code: "files/beside-home",
      severity: "error",
      message: `${quote(name)} stands beside ".", which holds it already`,
      at,
      help: `remove ${quote(name)}, or name Home's folders one by one ` +
        'instead of "."',
      related: { message: 'all of Home, by "."', at: whole.at },
    }));
}

/** A folder of the same list is redundant beside `.`; one of the other list cannot be kept apart. */
function besideWhole(names: readonly Named[]): Fault[] {
  const whole = names.find(({ name }) => name === WHOLE);
  if (!whole) return [];
  const related = { message: 'all of the folder, by "."', at: whole.at };
  return names.filter(({ name }) => isFolderName(name)).map(
    ({ name, list, at }): Fault =>
      list === whole.list
        ? {
          code: "files/redundant",
          severity: "warning",
          message: `${quote(name)} stands beside ".", which holds it already`,
          at,
          help: `remove ${quote(name)}`,
          related,
        }
        : {
          code: "files/beside-whole",
          severity: "error",
          message: `${quote(name)} is in ${list} and "." in ${whole.list}: ` +
            "a sandbox cannot keep one inside the other apart",
          at,
          help: 'name the folders one by one instead of "."',
          related,
        },
  );
}

function badTeamName(name: string, at: Place): Fault {
  return {
    code: "files/not-a-team",
    severity: "error",
    message: `${quote(name)} is not a team's name: it is 1 to 128 of A-Z a-z ` +
      "0-9 . _ - and does not start with a dot",
    at,
  };
}

function emptyTeam(name: string, at: Place): Fault {
  return {
    code: "files/empty-team",
    severity: "warning",
    message: `Team ${quote(name)} is named but nothing of it can be reached`,
    at,
    help: "name its folders in write or read, or remove the table",
  };
}
