// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the granted folders are there, and are folders.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  type Fault,
  type Folders,
  type Grants,
  isFolderName,
  layout,
  type Place,
  WHOLE,
} from "../grants.ts";
import { quote } from "../text.ts";
import { partFaults } from "./agent.ts";
import {
  codeOf,
  type Granted,
  kindAt,
  noFolder,
  STATES,
  type Whereabouts,
} from "./machine.ts";

/**
 * The folders that a file grants, with their paths on a machine.
 *
 * @param grants The grants.
 * @param where The machine, its folders without links.
 * @returns Those of the agent's folder and of the teams whose folder is known.
 */
export function grantedFolders(grants: Grants, where: Whereabouts): Granted[] {
  const { agent, teams } = where;
  const own = agent === undefined
    ? []
    : namesIn(grants.folders, ["files"], (name) => join(agent, layout(name)));
  const shared = Array.from(teams).flatMap(([team, folder]) => {
    const lists = grants.folders.teams.get(team);
    if (!lists) return [];
    const at: Place = ["files", "teams", team];
    return namesIn(lists, at, (name) => join(folder, name));
  });
  return [...own, ...shared];
}

function namesIn(
  lists: Pick<Folders, "write" | "read">,
  at: Place,
  pathOf: (name: string) => string,
): Granted[] {
  return (["write", "read"] as const).flatMap((list) =>
    lists[list].flatMap((name, index) =>
      name === WHOLE || isFolderName(name)
        ? [{ name, list, at: [...at, list, index], path: pathOf(name) }]
        : []
    )
  );
}

/**
 * Looks at the agent's folder, the teams' folders, and every granted folder.
 *
 * @param grants The grants.
 * @param where The machine, its folders without links.
 * @param granted The granted folders.
 * @returns What is missing or no folder.
 */
export function placeFaults(
  { folders }: Grants,
  where: Whereabouts,
  granted: readonly Granted[],
): Fault[] {
  return [
    ...partFaults(where, granted),
    ...teamFaults(folders, where),
    ...granted.flatMap((folder) => folderFaults(where, folder)),
  ];
}

function teamFaults(folders: Folders, where: Whereabouts): Fault[] {
  return Array.from(where.teams).flatMap(([team, path]): Fault[] => {
    if (!folders.teams.has(team)) {
      return [{
        code: "placement/team-not-granted",
        severity: "warning",
        message: `Team ${quote(team)} was given a folder, and the file does ` +
          "not name it",
        at: [],
      }];
    }
    const kind = kindAt(where, path);
    if (kind === "folder") return [];
    return [{
      code: codeOf(kind, "placement/no-team"),
      severity: "error",
      message: `${quote(path)} is not team ${quote(team)}'s folder: ` +
        STATES[kind],
      at: ["files", "teams", team],
    }];
  });
}

/** Made at each start, so that its absence says nothing. */
function madeAtStart({ name, at }: Granted): boolean {
  return at.length === 3 &&
    (name === "work" || name === "memory" || name === WHOLE);
}

function folderFaults(where: Whereabouts, granted: Granted): Fault[] {
  const { name, at, path } = granted;
  const kind = kindAt(where, path);
  if (kind === "folder") return [];
  if (kind === "nothing" && madeAtStart(granted)) return [];
  const team = at.length > 3;
  if (kind === "nothing") {
    return [{
      code: team ? "placement/no-team-folder" : "placement/missing-folder",
      severity: team ? "error" : "warning",
      message: `${quote(name)} is granted, and ${quote(path)} is missing`,
      path,
      at,
    }];
  }
  return [{
    code: codeOf(kind, "placement/not-a-folder"),
    severity: "error",
    message: `${quote(name)} is granted, and ${noFolder(kind, quote(path))}`,
    path,
    at,
  }];
}
