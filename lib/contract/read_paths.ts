// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads the lists of state paths, and says how they relate to each other.
 *
 * @module
 */

import type { LocatedTable, Problem, Range } from "../located.ts";
import { called } from "../located.ts";
import { quote } from "../text.ts";
import { statePathFault } from "../state/paths.ts";

/** A state path with its place. */
export interface LocatedPath {
  /** As it was written. */
  readonly value: string;
  /** Where it stands. */
  readonly range: Range;
}

/**
 * Reads one list of state paths.
 *
 * @param table The table `[state]`.
 * @param name `include` or `exclude`.
 * @param problems Where problems go.
 * @returns The paths without a fault; `undefined` if there is no list.
 */
export function readPaths(
  table: LocatedTable,
  name: "include" | "exclude",
  problems: Problem[],
): LocatedPath[] | undefined {
  const list = table.members.get(name)?.value;
  if (!list) return undefined;
  if (list.kind !== "list") {
    problems.push(noList(name, called(list), list.range));
    return undefined;
  }
  const paths: LocatedPath[] = [];
  const first = new Map<string, Range>();
  for (const item of list.items) {
    if (item.kind !== "string") {
      problems.push(noPath(name, called(item), item.range));
      continue;
    }
    const earlier = first.get(item.value);
    if (earlier) problems.push(repeated(item, earlier));
    else {
      first.set(item.value, item.range);
      const problem = pathProblem(item);
      if (problem) problems.push(problem);
      if (problem?.severity !== "error") paths.push(item);
    }
  }
  return paths;
}

function noList(name: string, is: string, range: Range): Problem {
  return {
    code: "contract/wrong-type",
    severity: "error",
    message: `${quote(name)} is ${is}: it takes a list of paths`,
    range,
  };
}

function noPath(name: string, is: string, range: Range): Problem {
  return {
    code: "contract/wrong-type",
    severity: "error",
    message: `An entry of ${quote(name)} is ${is}: it takes strings only`,
    range,
  };
}

function repeated({ value, range }: LocatedPath, earlier: Range): Problem {
  return {
    code: "contract/repeated-path",
    severity: "warning",
    message: `${quote(value)} is named twice`,
    range,
    related: { message: "first named here", range: earlier },
  };
}

function pathProblem({ value, range }: LocatedPath): Problem | undefined {
  const fault = statePathFault(value);
  if (fault !== undefined) {
    const help = pathHelp(value);
    return {
      code: "contract/bad-path",
      severity: "error",
      message: `${quote(value)} is no state path: ${fault}`,
      range,
      ...(help !== undefined && { help }),
    };
  }
  if (!PATTERN.test(value)) return undefined;
  return {
    code: "contract/pattern-path",
    severity: "warning",
    message: `${quote(value)} is taken as it is, not as a pattern`,
    range,
  };
}

/** What somebody may have meant to stand for more than one file; all paths are taken as they are. */
const PATTERN = /[*?]|\[[^\]/]+\]|\{[^}/]*,[^}/]*\}/;

/** The path that was probably meant: from `~/`, without a slash at the end. */
function pathHelp(value: string): string | undefined {
  const below = HOME.exec(value)?.[1];
  const better = (below === undefined ? value : `~${below}`)
    .replace(/(?<=[^/])\/+$/, "");
  if (better === value || statePathFault(better) !== undefined) {
    return undefined;
  }
  return `write ${quote(better)}`;
}

/** How people name their home otherwise. */
const HOME =
  /^(?:\$HOME|\$\{HOME\}|\/home\/[^/]+|\/Users\/[^/]+|\/root|~[^/]+)(\/.+)$/;

/**
 * What includes and excludes say about each other: an exclude that takes
 * nothing away, an include of which nothing is left.
 *
 * @param include Paths without a fault.
 * @param exclude Paths without a fault.
 * @returns Warnings.
 */
export function relatePaths(
  include: readonly LocatedPath[],
  exclude: readonly LocatedPath[],
): Problem[] {
  const included = new Set(include.map(({ value }) => value));
  const above = new Set(include.flatMap(({ value }) => selfAndAbove(value)));
  const excluded = new Map(exclude.map((path) => [path.value, path.range]));
  const outside = exclude.filter(({ value }) =>
    !above.has(value) && !selfAndAbove(value).some((one) => included.has(one))
  ).map(excludeOutside);
  const gone = include.flatMap((path) => {
    const by = selfAndAbove(path.value).find((one) => excluded.has(one));
    return by === undefined ? [] : [includeExcluded(path, excluded.get(by)!)];
  });
  return [...outside, ...gone];
}

/** A path and every folder above it but the home, the longest first. */
function selfAndAbove(path: string): string[] {
  const all = [path];
  for (
    let at = path.lastIndexOf("/");
    at > 1;
    at = path.lastIndexOf("/", at - 1)
  ) {
    all.push(path.slice(0, at));
  }
  return all;
}

function excludeOutside({ value, range }: LocatedPath): Problem {
  return {
    code: "contract/exclude-outside",
    severity: "warning",
    message: `${quote(value)} lies in nothing that is included`,
    range,
  };
}

function includeExcluded(path: LocatedPath, by: Range): Problem {
  return {
    code: "contract/include-excluded",
    severity: "warning",
    message: `${quote(path.value)} is included, but all of it is excluded`,
    range: path.range,
    related: { message: "excluded here", range: by },
  };
}
