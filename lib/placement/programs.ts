// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the agent can replace what it is allowed to start.
 *
 * @module
 */

import { join } from "@std/path/posix";
import {
  ANY,
  type Fault,
  type Grants,
  type Place,
  present,
} from "../grants.ts";
import { candidates, passedOver } from "../grants/presence.ts";
import { quote } from "../text.ts";
import type { Granted, Whereabouts } from "./machine.ts";
import { holds, type Step, type Way, wayTo } from "./walk.ts";

/**
 * Looks at every allowed program.
 *
 * @param grants The grants.
 * @param where The machine.
 * @param writable The folders that the agent writes.
 * @returns Programs that are missing or can be replaced, and a PATH that means
 *   another folder at each start.
 */
export function programFaults(
  grants: Grants,
  where: Whereabouts,
  writable: readonly Granted[],
): Fault[] {
  const faults = present(
    grants.commands,
    where.searchPath,
    where.disk.isProgram,
  ).flatMap(({ entry, path }, index): Fault[] => {
    if (entry === ANY) return [];
    const at: Place = ["commands", "run", index];
    const looked = lookedAt({ entry, path, at }, where);
    const missing = path === undefined ? [missingProgram(looked)] : [];
    return [...missing, ...replaceable(looked, writable)];
  });
  return [...relativePath(grants, where), ...faults];
}

function relativePath(grants: Grants, { searchPath }: Whereabouts): Fault[] {
  const [first] = passedOver(searchPath);
  const named = grants.commands.run.some((entry) =>
    entry !== ANY && !entry.startsWith("/")
  );
  if (first === undefined || !named) return [];
  return [{
    code: "placement/relative-path",
    severity: "warning",
    message: first === ""
      ? "PATH has an empty entry, which is the current folder of each start"
      : `PATH has ${quote(first)}, which is another folder at each start`,
    at: [],
  }];
}

/** An entry and where its program was found. */
interface Found {
  readonly entry: string;
  readonly path: string | undefined;
  readonly at: Place;
}

/** An entry, and the ways that a start of it looks along, in order; the last one leads to the program, if there is one. */
interface Looked extends Found {
  readonly ways: readonly Way[];
}

function lookedAt(found: Found, where: Whereabouts): Looked {
  const all = candidates(found.entry, where.searchPath);
  const last = found.path === undefined
    ? all.length
    : all.indexOf(found.path) + 1;
  const ways = all.slice(0, last).map((path) => wayTo(where, path));
  return { ...found, ways };
}

function missingProgram({ entry, at, ways }: Looked): Fault {
  const closed = ways.find((way) => way.closed !== undefined)?.closed;
  if (closed !== undefined) {
    return {
      code: "placement/closed",
      severity: "warning",
      message: `${quote(entry)} was not found, and this user may not look ` +
        `at ${quote(closed)}`,
      at,
    };
  }
  return {
    code: "placement/missing-program",
    severity: "warning",
    message: `${quote(entry)} is not on this machine`,
    at,
  };
}

/** Whether the agent can change what a start of the entry would run: a name on the way to it, or a place that is looked at before it. */
function replaceable(looked: Looked, writable: readonly Granted[]): Fault[] {
  const { entry, path, at, ways } = looked;
  for (const way of ways) {
    for (const step of way.steps.toReversed()) {
      const holder = writable.find((folder) => holds(folder.path, step));
      if (!holder) continue;
      const itself = path !== undefined && way === ways.at(-1);
      const message = itself ? replaces(entry, step) : comesFirst(entry, step);
      return [replaceableFault(message, at, holder)];
    }
  }
  return [];
}

function replaces(entry: string, { folder, name }: Step): string {
  return `The agent can replace ${quote(entry)}, which it may also run: ` +
    `${quote(join(folder, name))} is in a folder it writes`;
}

function comesFirst(entry: string, { folder }: Step): string {
  return `The agent can put its own ${quote(entry)} where it is looked for ` +
    `first: it writes ${quote(folder)}`;
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
