// Copyright 2026 the lnk authors. MIT license.

/**
 * Names that a sandbox file does not have, and what was most likely meant.
 *
 * A typo must never read as "not said": inside a known table every unknown
 * name is an error, at the top every one that may be a typo.
 *
 * @module
 */

import type { Place } from "../grants.ts";
import { type Member, type Problem, unknownName } from "../located.ts";
import { nearest, quote } from "../text.ts";

const ROOT = ["commands", "files"] as const;

/** The keys of each table, and the table that people mean by each key. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  commands: ["run"],
  files: ["write", "read", "teams"],
  team: ["write", "read"],
};

/** What people call the two tables, too far from their names to be a slip of the keys. */
const MEANT: ReadonlyMap<string, typeof ROOT[number]> = new Map(
  ([
    ["commands", "program programs cmd cmds"],
    ["files", "dir dirs directory directories folder folders fs filesystem"],
  ] as const).flatMap(([table, names]) =>
    names.split(" ").map((name) => [name, table] as const)
  ),
);

/** Where each key belongs. */
const HOME: ReadonlyMap<string, string> = new Map([
  ["run", "in [commands]"],
  ["write", "in [files]"],
  ["read", "in [files]"],
  ["teams", "in [files]"],
  ["team", "in [files]"],
  ["commands", "at the top of the file, above every [table]"],
  ["files", "at the top of the file, above every [table]"],
]);

/**
 * What is wrong with a name at the top of the file.
 *
 * @param member A value at the top.
 * @param strict Whether every unknown name is an error.
 * @returns A problem, or `undefined` if the name is known.
 */
export function unknownRoot(
  member: Member,
  strict: boolean,
): Problem | undefined {
  if ((ROOT as readonly string[]).includes(member.name)) return undefined;
  const home = HOME.get(member.name.toLowerCase());
  const table = member.value.kind === "table" || member.value.kind === "list" &&
      member.value.items.some(({ kind }) => kind === "table");
  const near = nearest(member.name, ROOT) ??
    (table ? MEANT.get(member.name.toLowerCase()) : undefined);
  const typo = near !== undefined || home !== undefined;
  return {
    code: table ? "sandbox/unknown-table" : "sandbox/unknown-key",
    severity: typo || strict ? "error" : "warning",
    message: table
      ? `${quote(member.name)} is no table of a sandbox file`
      : `${quote(member.name)} is no key at the top of a sandbox file`,
    range: member.nameRange,
    help: rootHelp(member, near, home),
  };
}

function rootHelp(
  { name }: Member,
  near: string | undefined,
  home: string | undefined,
): string {
  if (near !== undefined) return `did you mean [${near}]?`;
  if (/^teams?$/i.test(name)) return "did you mean [files.teams.NAME]?";
  if (home !== undefined) return `it belongs ${home}`;
  return "a sandbox file has [commands] and [files]; nothing reads this";
}

/**
 * What is wrong with a name in `[commands]`, `[files]` or a team.
 *
 * @param member A value of the table.
 * @param place The table.
 * @returns A problem, or `undefined` if the name is known.
 */
export function unknownKey(
  member: Member,
  place: Place,
): Problem | undefined {
  const known = KEYS[place.length === 3 ? "team" : String(place[0])]!;
  if (known.includes(member.name)) return undefined;
  const header = `[${place.join(".")}]`;
  const problem = unknownName("sandbox/unknown-key", member, header, known);
  const home = HOME.get(member.name);
  if (home === undefined || nearest(member.name, known) !== undefined) {
    return problem;
  }
  return {
    ...problem,
    help: `it belongs ${home}; here it is a part of ${header}, because ` +
      "every key after a [table] line is",
  };
}
