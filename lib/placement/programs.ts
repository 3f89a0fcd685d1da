// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the agent can replace what it is allowed to start.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import {
  ANY,
  type Fault,
  type Grants,
  type Place,
  present,
} from "../grants.ts";
import { candidates } from "../grants/presence.ts";
import { quote } from "../text.ts";
import { type Granted, holds, linkSteps, type Whereabouts } from "./machine.ts";

/**
 * Looks at every allowed program.
 *
 * @param grants The grants.
 * @param where The machine.
 * @param writable The folders that the agent writes.
 * @returns Programs that are missing or can be replaced.
 */
export function programFaults(
  grants: Grants,
  where: Whereabouts,
  writable: readonly Granted[],
): Fault[] {
  return present(grants.commands, where.searchPath, where.disk.isProgram)
    .flatMap(({ entry, path }, index): Fault[] => {
      if (entry === ANY) return [];
      const at: Place = ["commands", "run", index];
      const missing = path === undefined ? [missingProgram(entry, at)] : [];
      return [...missing, ...replaceable({ entry, path, at }, where, writable)];
    });
}

function missingProgram(entry: string, at: Place): Fault {
  return {
    code: "placement/missing-program",
    severity: "warning",
    message: `${quote(entry)} is not on this machine`,
    at,
  };
}

/** An entry and where its program was found. */
interface Found {
  readonly entry: string;
  readonly path: string | undefined;
  readonly at: Place;
}

/** Whether the agent can change what a start of the entry would run: a file on the way to it, or a place that is looked at before it. */
function replaceable(
  { entry, path, at }: Found,
  where: Whereabouts,
  writable: readonly Granted[],
): Fault[] {
  const looked = candidates(entry, where.searchPath);
  const earlier = path === undefined
    ? looked
    : looked.slice(0, looked.indexOf(path));
  const way = path === undefined ? [] : linkSteps(where, path);
  for (const step of [...earlier, ...way]) {
    const holder = writable.find((folder) => holds(where, folder.path, step));
    if (holder) {
      const message = earlier.includes(step)
        ? `The agent can put its own ${quote(entry)} where PATH looks first: ` +
          `it writes ${quote(dirname(step))}`
        : `The agent can replace ${quote(entry)}, which it may also run: ` +
          `${quote(step)} is in a folder it writes`;
      return [replaceableFault(message, at, holder)];
    }
  }
  return [];
}

function replaceableFault(message: string, at: Place, holder: Granted): Fault {
  return {
    code: "placement/replaceable-program",
    severity: "error",
    message,
    at,
    help: "keep programs and PATH out of writable folders, or take one of " +
      "the two grants away",
    related: { message: "the folder it writes", at: holder.at },
  };
}
