// Copyright 2026 the lnk authors. MIT license.

/** Grants in words, for people. */

import { type Commands, type Grants, writesNotes } from "../../lib/grants.ts";
import { inert } from "../../lib/text.ts";

/**
 * What a file grants, in one line.
 *
 * @param grants The grants.
 * @returns Such as `runs 2 programs; writes work; reads chats; 1 team`.
 */
export function summary({ commands, folders, defaultFolders }: Grants): string {
  const teams = folders.teams.size;
  return [
    `runs ${programs(commands)}`,
    `writes ${list(folders.write)}`,
    `reads ${list(folders.read)}`,
    ...(teams > 0 ? [`${teams} team${teams === 1 ? "" : "s"}`] : []),
  ].join("; ") + (defaultFolders ? " (no [files]: the default)" : "");
}

/** How many programs, in words. */
function programs({ run }: Commands): string {
  if (run.includes("*")) return "any program";
  if (run.length === 0) return "no program";
  return `${run.length} program${run.length === 1 ? "" : "s"}`;
}

/** Names for people, or `nothing`. */
function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.map(inert).join(", ");
}

/**
 * What a file grants, a line a fact.
 *
 * @param grants The grants.
 * @returns Aligned lines.
 */
export function shown(grants: Grants): string {
  const { commands, folders, defaultFolders } = grants;
  const notes = writesNotes(folders) ? "yes" : "no";
  const rows: [string, string][] = [
    ["programs", commands.run.includes("*") ? "any" : list(commands.run)],
    ["writes", list(folders.write)],
    ["reads", list(folders.read)],
    ["always reads", "instructions, skills"],
    ["writes notes", notes],
    ...Array.from(
      folders.teams,
      ([team, { write, read }]): [string, string] => [
        `team ${inert(team)}`,
        `writes ${list(write)}; reads ${list(read)}`,
      ],
    ),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const note = defaultFolders ? "(the file has no [files]: the default)\n" : "";
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`)
    .join("") + note;
}
