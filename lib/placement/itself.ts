// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the agent can change the sandbox file itself.
 *
 * @module
 */

import type { Fault } from "../grants.ts";
import { quote } from "../text.ts";
import type { Granted, Whereabouts } from "./machine.ts";
import { holds, wayTo } from "./walk.ts";

/**
 * Looks at the sandbox file.
 *
 * @param where The machine.
 * @param writable The folders that the agent writes.
 * @returns Whether it is in their reach, or may be by another name.
 */
export function sandboxFaults(
  where: Whereabouts,
  writable: readonly Granted[],
): Fault[] {
  const { file } = where;
  if (file === undefined) return [];
  const { steps, end } = wayTo(where, file);
  const holder = writable.find(({ path }) =>
    steps.some((step) => holds(path, step))
  );
  if (holder) return [writableSandbox(holder)];
  const names = countNames(where, end);
  return names > 1 ? [manyNames(names)] : [];
}

function countNames({ disk }: Whereabouts, path: string): number {
  try {
    const entry = disk.lstat(path);
    return entry?.kind === "file" ? entry.links : 1;
  } catch {
    return 1;
  }
}

function writableSandbox(holder: Granted): Fault {
  return {
    code: "placement/writable-sandbox",
    severity: "error",
    message: `The agent can change its own grants: this file is in ` +
      `${quote(holder.name)}, which it writes`,
    at: holder.at,
  };
}

function manyNames(names: number): Fault {
  return {
    code: "placement/many-names",
    severity: "warning",
    message: `This file has ${names} names, and whoever writes one of them ` +
      "changes the grants",
    at: [],
  };
}
