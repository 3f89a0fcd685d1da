// Copyright 2026 the lnk authors. MIT license.

/**
 * What a sandbox file means on this machine: whether the folders are there,
 * and whether the agent could replace what it is allowed to start.
 *
 * Text alone cannot show any of it, and nothing here is started or changed.
 *
 * @module
 */

import { basename, dirname, isAbsolute, join } from "@std/path/posix";
import type { Disk } from "./disk.ts";
import {
  ANY,
  type Fault,
  type Folders,
  type Grants,
  isFolderName,
  layout,
  type Place,
  present,
  WHOLE,
} from "./grants.ts";
import { candidates } from "./grants/commands.ts";
import { quote } from "./text.ts";

/** The files of a machine, as far as placement looks at them. */
export type Files = Pick<Disk, "lstat" | "realPath" | "readLink" | "isProgram">;

/** Where a sandbox file's names lead on a machine. */
export interface Whereabouts {
  /** The machine's files. */
  readonly disk: Files;
  /** The agent's folder. */
  readonly agent: string | undefined;
  /** Teams' shared folders by team. */
  readonly teams: ReadonlyMap<string, string>;
  /** PATH. */
  readonly searchPath: string;
  /** The sandbox file itself; absent when it came on standard input. */
  readonly file: string | undefined;
}

/** A granted folder, where it stands and where it leads. */
interface Granted {
  readonly name: string;
  readonly list: "write" | "read";
  readonly at: Place;
  readonly path: string;
}

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
    ...agentFault(where),
    ...teamFaults(grants.folders, where),
    ...granted.flatMap((folder) => folderFaults(where, folder)),
    ...programFaults(grants, where, writable),
    ...sandboxFaults(where, writable),
  ];
}

function grantedFolders(grants: Grants, where: Whereabouts): Granted[] {
  const { agent, teams } = where;
  const own = agent === undefined ? [] : namesIn(
    grants.folders,
    ["files"],
    (name) => join(realPath(where, agent), layout(name)),
  );
  const shared = Array.from(teams).flatMap(([team, folder]) => {
    const lists = grants.folders.teams.get(team);
    if (!lists) return [];
    const at: Place = ["files", "teams", team];
    return namesIn(lists, at, (name) => join(realPath(where, folder), name));
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

type Kind = "file" | "folder" | "link" | "other" | "nothing" | "closed";

function kindAt({ disk }: Whereabouts, path: string): Kind {
  try {
    return disk.lstat(path)?.kind ?? "nothing";
  } catch {
    return "closed";
  }
}

const STATES: Readonly<Record<Exclude<Kind, "folder">, string>> = {
  file: "it is a file",
  link: "it is a link",
  other: "it is a pipe, socket or device",
  nothing: "it is missing",
  closed: "it cannot be looked at",
};

function agentFault(where: Whereabouts): Fault[] {
  const { agent } = where;
  if (agent === undefined) return [];
  return [agent, join(agent, "home")].flatMap((path) => {
    const kind = kindAt(where, path);
    if (kind === "folder" || (kind === "nothing" && path !== agent)) return [];
    return [{
      code: kind === "link" ? "placement/link" : "placement/no-agent",
      severity: "error" as const,
      message: `${quote(path)} is not an agent's folder: ${STATES[kind]}`,
      at: [],
    }];
  }).slice(0, 1);
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
      code: kind === "link" ? "placement/link" : "placement/no-team",
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
      at,
    }];
  }
  return [{
    code: kind === "link" ? "placement/link" : "placement/not-a-folder",
    severity: "error",
    message: `${quote(name)} is granted, and ${quote(path)} is no folder: ` +
      STATES[kind],
    at,
  }];
}

function programFaults(
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

/** The most links followed, as the system's own limit. */
const MOST_LINKS = 40;

/** Every path on the way from a name to its file, links in between too. */
function linkSteps(where: Whereabouts, path: string): string[] {
  const steps = [path];
  for (let at = path; steps.length < MOST_LINKS;) {
    if (kindAt(where, at) !== "link") break;
    const target = where.disk.readLink(at);
    at = isAbsolute(target) ? target : join(dirname(at), target);
    steps.push(at);
  }
  return [...steps, realPath(where, path)];
}

/** Whether a path lies in a folder, by spelling or by where its folder leads. */
function holds(where: Whereabouts, folder: string, path: string): boolean {
  const real = realPath(where, folder);
  const parent = join(realPath(where, dirname(path)), basename(path));
  return [path, parent].some((one) =>
    one.startsWith(`${real}/`) || one.startsWith(`${folder}/`)
  );
}

function realPath({ disk }: Whereabouts, path: string): string {
  try {
    return disk.realPath(path);
  } catch {
    return path;
  }
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
