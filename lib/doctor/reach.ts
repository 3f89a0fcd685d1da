// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the agent's runtime reaches what decides about the agent: the
 * ledger, and key files.
 *
 * Source: the specification's "Portable Context", "authority.json": the
 * ledger is outside of every runtime mount.
 *
 * @module
 */

import { dirname, join } from "@std/path/posix";
import type { Entry } from "../disk.ts";
import { layout } from "../grants.ts";
import { grantedFolders } from "../placement/folders.ts";
import { holds, type Way, wayTo } from "../placement/walk.ts";
import { shellPath } from "../shell.ts";
import { lookAtKeyFile } from "../secret.ts";
import { quote } from "../text.ts";
import type { Seen } from "./check.ts";
import { type Look, looking } from "./look.ts";
import { nextFor } from "./next.ts";

const AREA = "reach";

/** What must be out of the agent's reach. */
export interface Protected {
  /** The ledger's folder. */
  readonly ledger: string | undefined;
  /** Key files. */
  readonly keys: readonly string[];
  /** Teams' shared folders by team. */
  readonly teams: ReadonlyMap<string, string>;
}

/** A folder that the runtime gets. */
interface Mount {
  readonly name: string;
  readonly path: string;
  readonly access: "writes" | "reads";
}

/**
 * Looks where the ledger and key files lie, and whether the keys are private.
 * No key is opened.
 *
 * @param look What the look needs.
 * @param what What must be out of reach.
 */
export async function lookAtReach(
  look: Look,
  { ledger, keys, teams }: Protected,
): Promise<void> {
  const things = [
    ...ledger === undefined ? [] : [{ name: "the ledger", path: ledger }],
    ...keys.map((path) => ({ name: "the key", path })),
  ];
  const mounts = mountsOf(look, teams);
  for (const { name, path } of things) {
    await looking(look, { area: AREA, path, name: path }, () => {
      look.report.add(AREA, seen(look, mounts, name, path));
    });
  }
  for (const path of keys) {
    await looking(look, { area: AREA, path, name: path }, () => {
      const { disk } = look.host;
      look.report.add(AREA, keySeen(path, lookAtKeyFile(disk, path)));
    });
  }
}

function keySeen(path: string, entry: Entry | undefined): Seen {
  if (entry && entry.links > 1) {
    return {
      ...{ status: "warning", code: "disk/many-names", path },
      message: `the key ${quote(path)} has ${entry.links} names, and the ` +
        "agent may get another one of them",
      help: nextFor("disk/many-names", path),
    };
  }
  if (entry) {
    const message = `the key ${quote(path)} is private`;
    return { status: "ok", path, message };
  }
  return {
    ...{ status: "error", code: "file/missing", path },
    message: `${quote(path)}: there is no such file`,
    help: `see what there is: ls -la ${shellPath(dirname(path))}`,
  };
}

/** What every agent's runtime reads, itself or through its storage. */
const STORED = ["instructions", "skills", "chats", "memory"];

/** Every folder that the grants give, and those that every agent gets. */
function mountsOf(
  { root, grants, host }: Look,
  teams: ReadonlyMap<string, string>,
): Mount[] {
  const where = whereabouts(host.disk, root, teams);
  const given = grants ? grantedFolders(grants, where) : [];
  return [
    ...given.map(({ name, path, list, at }): Mount => ({
      name: at.length > 3 ? `${at[2]}/${name}` : name,
      path,
      access: list === "write" ? "writes" : "reads",
    })),
    ...STORED.map((name): Mount => ({
      ...{ name, access: "reads" },
      path: join(root, layout(name)),
    })),
  ];
}

function whereabouts(
  disk: Look["host"]["disk"],
  agent: string,
  given: ReadonlyMap<string, string>,
) {
  const bare = { disk, agent, teams: given, searchPath: "", file: undefined };
  const teams = new Map(
    Array.from(given, ([team, path]) => [team, wayTo(bare, path).end]),
  );
  return { ...bare, teams };
}

function seen(
  look: Look,
  mounts: readonly Mount[],
  name: string,
  path: string,
): Seen {
  const { root, grants, host } = look;
  const way = wayTo(whereabouts(host.disk, root, new Map()), path);
  const shown = `${name} ${quote(path)}`;
  const help = way.end === root
    ? "name its own folder, outside of the agent's"
    : moveAway(look, name, path);
  const mount = mounts.find((one) => isIn(way, one.path));
  if (mount) {
    return {
      ...{ status: "error", code: "doctor/in-reach", path, help },
      message: `${shown} is in ${quote(mount.name)}, which the agent ` +
        mount.access,
    };
  }
  if (isIn(way, root)) {
    const where = way.end === root ? "is that folder" : "is in it";
    return {
      ...{ status: "warning", code: "doctor/near", path, help },
      message:
        `${shown}: a runtime may get the agent's folder, and it ${where}`,
    };
  }
  const message = grants
    ? `${shown} is outside of every granted folder`
    : `${shown} is outside of the agent's folder`;
  return { status: "ok", path, message };
}

function moveAway(
  { root, names }: Look,
  name: string,
  path: string,
): string {
  const ending = name === "the ledger" ? "ledger" : "key";
  const safe = `${dirname(root)}/${names.agent}.${ending}`;
  return "stop what uses it, then move it to where no agent gets, such as: " +
    `mv -n ${shellPath(path)} ${shellPath(safe)}`;
}

/** Whether a name on the way, or its end, is in a folder or is it. */
function isIn({ steps, end }: Way, folder: string): boolean {
  return end === folder || steps.some((step) => holds(folder, step));
}
