// Copyright 2026 the lnk authors. MIT license.

/**
 * A machine as placement sees it: what stands where, and where it leads.
 *
 * @module
 */

import { basename, dirname, isAbsolute, join } from "@std/path/posix";
import type { Disk } from "../disk.ts";
import type { Place } from "../grants.ts";

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
export interface Granted {
  readonly name: string;
  readonly list: "write" | "read";
  readonly at: Place;
  readonly path: string;
}

/** What stands at a path; `closed` where it may not be looked at. */
export type Kind = "file" | "folder" | "link" | "other" | "nothing" | "closed";

/** What stands at a path, links not followed. */
export function kindAt({ disk }: Whereabouts, path: string): Kind {
  try {
    return disk.lstat(path)?.kind ?? "nothing";
  } catch {
    return "closed";
  }
}

/** Each kind in words. */
export const STATES: Readonly<Record<Exclude<Kind, "folder">, string>> = {
  file: "it is a file",
  link: "it is a link",
  other: "it is a pipe, socket or device",
  nothing: "it is missing",
  closed: "it cannot be looked at",
};

/** The most links followed, as the system's own limit. */
const MOST_LINKS = 40;

/** Every path on the way from a name to its file, links in between too. */
export function linkSteps(where: Whereabouts, path: string): string[] {
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
export function holds(
  where: Whereabouts,
  folder: string,
  path: string,
): boolean {
  const real = realPath(where, folder);
  const parent = join(realPath(where, dirname(path)), basename(path));
  return [path, parent].some((one) =>
    one.startsWith(`${real}/`) || one.startsWith(`${folder}/`)
  );
}

/** Where a path leads, or itself where it leads nowhere. */
export function realPath({ disk }: Whereabouts, path: string): string {
  try {
    return disk.realPath(path);
  } catch {
    return path;
  }
}
