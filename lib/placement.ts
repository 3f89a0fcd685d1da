// Copyright 2026 the lnk authors. MIT license.

/**
 * What a sandbox file means on this machine: whether the folders are there,
 * and whether the agent could replace what it is allowed to start.
 *
 * Text alone cannot show any of it, and nothing here is started or changed.
 *
 * @module
 */

import type { Fault, Grants } from "./grants.ts";
import { agentFault } from "./placement/agent.ts";
import { grantedFolders, placeFaults } from "./placement/folders.ts";
import { type Granted, kindAt, type Whereabouts } from "./placement/machine.ts";
import { remembering } from "./placement/memory.ts";
import { programFaults } from "./placement/programs.ts";
import { sandboxFaults } from "./placement/itself.ts";
import { wayTo } from "./placement/walk.ts";

export type { Files, Whereabouts } from "./placement/machine.ts";

/** The code area of these checks. */
export const PLACEMENT_AREA = "placement/";

/**
 * Checks grants against a machine.
 *
 * Files are told by their names: a second name (hard link) of a program and a
 * folder that is mounted twice are not seen.
 *
 * @param grants The grants.
 * @param given The folders, PATH and the sandbox file.
 * @returns What is wrong, by code `placement/...`; where the agent's folder is
 *   none, only that.
 */
export function checkPlacement(
  grants: Grants,
  given: Whereabouts,
): Fault[] {
  const where = withoutLinks({ ...given, disk: remembering(given.disk) });
  const fault = agentFault(where, given.agent);
  if (fault) return [fault];
  const granted = grantedFolders(grants, where);
  const writable = granted.filter((folder) => canWrite(where, folder));
  return [
    ...placeFaults(grants, where, granted),
    ...programFaults(grants, where, writable),
    ...sandboxFaults(where, writable),
  ];
}

/** The same machine; the folders that a user named may be reached through links. */
function withoutLinks(where: Whereabouts): Whereabouts {
  const real = (path: string) => wayTo(where, path).end;
  const { agent } = where;
  return {
    ...where,
    agent: agent === undefined ? undefined : real(agent),
    teams: new Map(
      Array.from(where.teams, ([team, folder]) => [team, real(folder)]),
    ),
  };
}

/** Also a folder that is not there yet: the agent may make it. */
function canWrite(where: Whereabouts, { list, path }: Granted): boolean {
  return list === "write" &&
    ["folder", "nothing"].includes(kindAt(where, path));
}
