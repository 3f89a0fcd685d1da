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
import { grantedFolders, placeFaults } from "./placement/folders.ts";
import {
  type Granted,
  holds,
  kindAt,
  linkSteps,
  type Whereabouts,
} from "./placement/machine.ts";
import { programFaults } from "./placement/programs.ts";
import { quote } from "./text.ts";

export type { Files, Whereabouts } from "./placement/machine.ts";

/** The code area of these checks. */
export const PLACEMENT_AREA = "placement/";

/**
 * Checks grants against a machine.
 *
 * @param grants The grants.
 * @param where The folders, PATH and the sandbox file.
 * @returns What is wrong, by code `placement/...`.
 */
export function checkPlacement(
  grants: Grants,
  where: Whereabouts,
): Fault[] {
  const granted = grantedFolders(grants, where);
  // Also one that is not there yet: the agent may make it.
  const writable = granted.filter(({ list, path }) =>
    list === "write" && ["folder", "nothing"].includes(kindAt(where, path))
  );
  return [
    ...placeFaults(grants.folders, where, granted),
    ...programFaults(grants, where, writable),
    ...sandboxFaults(where, writable),
  ];
}

function sandboxFaults(
  where: Whereabouts,
  writable: readonly Granted[],
): Fault[] {
  const { file } = where;
  if (file === undefined) return [];
  const paths = [file, ...linkSteps(where, file)];
  const holder = writable.find(({ path }) =>
    paths.some((one) => holds(where, path, one))
  );
  if (!holder) return [];
  return [{
    code: "placement/writable-sandbox",
    severity: "error",
    message: `The agent can change its own grants: this file is in ` +
      `${quote(holder.name)}, which it writes`,
    at: holder.at,
  }];
}
