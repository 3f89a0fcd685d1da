// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether a folder is an agent's, and whether its own parts are folders.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type Fault, layout, WHOLE } from "../grants.ts";
import { LAYOUT } from "../grants/layout.ts";
import { quote } from "../text.ts";
import {
  codeOf,
  type Granted,
  kindAt,
  noFolder,
  STATES,
  type Whereabouts,
} from "./machine.ts";

/** Home and the five folders of an agent, as grants name them. */
const PARTS = [WHOLE, ...LAYOUT];

/**
 * Why the agent's folder is none.
 *
 * @param where The machine, the agent's folder without links.
 * @param name The folder as it was given.
 * @returns An error, or `undefined` if it holds a part of an agent.
 */
export function agentFault(
  where: Whereabouts,
  name: string | undefined,
): Fault | undefined {
  const { agent } = where;
  if (agent === undefined || name === undefined) return undefined;
  const kind = kindAt(where, agent);
  const state = kind === "folder" ? whyNoAgent(where, agent) : STATES[kind];
  if (state === undefined) return undefined;
  return {
    code: codeOf(kind, "placement/no-agent"),
    severity: "error",
    message: `${quote(name)} is not an agent's folder: ${state}`,
    at: [],
  };
}

function whyNoAgent(where: Whereabouts, agent: string): string | undefined {
  if (agent === "/") return "it is the root folder";
  const any = PARTS.some((part) =>
    kindAt(where, join(agent, layout(part))) !== "nothing"
  );
  return any ? undefined : "it has no instructions, skills, chats or home";
}

/**
 * Looks at the parts that every agent has and the file does not name: they are
 * read, or written by memory, all the same.
 *
 * @param where The machine, the agent's folder without links.
 * @param granted The granted folders, which are looked at elsewhere.
 * @returns Links and files in the place of folders.
 */
export function partFaults(
  where: Whereabouts,
  granted: readonly Granted[],
): Fault[] {
  const { agent } = where;
  if (agent === undefined) return [];
  return PARTS.flatMap((part): Fault[] => {
    const path = join(agent, layout(part));
    const kind = kindAt(where, path);
    if (kind === "folder" || kind === "nothing") return [];
    if (granted.some((one) => one.path === path)) return [];
    return [{
      code: codeOf(kind, "placement/not-a-folder"),
      severity: "error",
      message: `${quote(path)} is a part of every agent, and ` +
        noFolder(kind, "it"),
      path,
      at: [],
    }];
  });
}
