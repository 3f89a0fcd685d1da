// Copyright 2026 the lnk authors. MIT license.

/**
 * The agent's folder itself.
 *
 * @module
 */

import { attempt, failure } from "../disk/fault.ts";
import type { Host } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { requireRoot } from "../store/root.ts";
import { nearest, quote } from "../text.ts";
import { shellPath } from "../shell.ts";
import type { Report } from "./check.ts";
import { troubleOf } from "./look.ts";
import { nextFor } from "./next.ts";

/** The agent's folder, if it can be looked at. */
export interface AgentFolder {
  /** Its path without links. */
  readonly root: string | undefined;
  /** Why nothing in it can be looked at. */
  readonly unread: LnkError | undefined;
}

/**
 * Looks at the agent's folder: a folder, not a link, the user's own, and
 * writable by nobody else.
 *
 * @param host The disk.
 * @param agent The folder as it was given.
 * @param report Takes what is seen.
 * @returns Its path, or why it cannot be looked at.
 */
export function lookAtAgent(
  host: Pick<Host, "disk">,
  agent: string,
  report: Report,
): AgentFolder {
  const { disk } = host;
  const fault = rootFault(host, agent);
  if (fault && fault.code !== "store/root") {
    report.add("agent", {
      ...troubleOf(fault, agent, agent),
      help: helpFor(host, fault.code, agent),
    });
    return { root: undefined, unread: fault };
  }
  try {
    const root = attempt("look at", agent, () => disk.realPath(agent));
    const names = attempt("list", root, () => disk.list(root));
    report.add(
      "agent",
      fault ? troubleOf(fault, root, agent) : {
        status: "ok",
        path: root,
        message: `${quote(root)}: the user's own, and writable by nobody else`,
      },
    );
    addNearMisses(report, root, names);
    return { root, unread: undefined };
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    report.add("agent", troubleOf(error, agent, agent));
    return { root: undefined, unread: error };
  }
}

function rootFault(host: Pick<Host, "disk">, agent: string) {
  try {
    requireRoot(host, agent);
    return undefined;
  } catch (error) {
    return failure("look at", agent, error);
  }
}

/** A link is not followed, but where it leads can be said. */
function helpFor({ disk }: Pick<Host, "disk">, code: string, agent: string) {
  if (code !== "disk/link") return nextFor(code, agent);
  try {
    const real = shellPath(disk.realPath(agent));
    return `name the folder itself: lnk-tool doctor --agent ${real}`;
  } catch {
    return nextFor(code, agent);
  }
}

/** The names of an agent's folder; Home's folders are in home. */
const PARTS = ["instructions", "skills", "chats", "home"];

/** A misspelt part is one that no harness reads. */
function addNearMisses(
  report: Report,
  root: string,
  names: readonly string[],
): void {
  for (const name of names) {
    const near = PARTS.includes(name) ? undefined : nearest(name, PARTS);
    if (near === undefined) continue;
    const path = `${root}/${name}`;
    report.add("layout", {
      status: "warning",
      code: "doctor/foreign",
      path,
      message: `${quote(name)} is no part of an agent; ${near} is`,
      help: names.includes(near)
        ? nextFor("doctor/foreign", path)
        : `if it is meant: mv ${shellPath(path)} ${
          shellPath(`${root}/${near}`)
        }`,
    });
  }
}
