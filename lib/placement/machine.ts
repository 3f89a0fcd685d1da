// Copyright 2026 the lnk authors. MIT license.

/**
 * A machine as placement sees it: what stands where, and where it leads.
 *
 * @module
 */

import type { Disk } from "../disk.ts";
import type { Place } from "../grants.ts";

/** The files of a machine, as far as placement looks at them. */
export type Files =
  & Pick<Disk, "lstat" | "realPath" | "readLink" | "isProgram">
  & Partial<Pick<Disk, "list">>;

/** Where a sandbox file's names lead on a machine. */
export interface Whereabouts {
  /** The machine's files. */
  readonly disk: Files;
  /** The agent's folder; a link to it is followed. */
  readonly agent: string | undefined;
  /** Teams' shared folders by team; a link to one is followed. */
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
  closed: "this user may not look at it",
};

/** What stands where a folder is meant, in words that follow a comma. */
export function noFolder(kind: Exclude<Kind, "folder">, name: string): string {
  if (kind === "closed") return `this user may not look at ${name}`;
  return `${name} is no folder: ${STATES[kind]}`;
}

/** The code for what stands where a folder is meant, but for what is missing. */
export function codeOf(kind: Kind, other: string): string {
  if (kind === "link") return "placement/link";
  return kind === "closed" ? "placement/closed" : other;
}
