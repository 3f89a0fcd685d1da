// Copyright 2026 the lnk authors. MIT license.

/**
 * What the grants say of a path, as grants and the store name it: Home's
 * folders without `home/`.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import {
  type Access,
  access,
  type Answer,
  type Folders,
  writesNotes,
} from "./access.ts";
import { NOTES, WHOLE } from "./layout.ts";

/** An answer about a path. */
export interface PathAnswer extends Answer {
  /** The folder that decides. */
  readonly folder: string;
}

/** The longest path, in bytes. */
const LONGEST = 512;

/**
 * How far an agent reaches a path.
 *
 * @example Usage
 * ```ts
 * import { accessTo, DEFAULT_FOLDERS } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(accessTo(DEFAULT_FOLDERS, "work/a.txt").access, "write");
 * assertEquals(accessTo(DEFAULT_FOLDERS, "work-old/a.txt").access, "none");
 * ```
 *
 * @param folders The grant.
 * @param path A path below the agent's folder, such as `work/a.txt`; `.` is
 *   all of Home.
 * @param team The team whose shared folder the path is in.
 * @returns The access, its reason, and the folder that decides.
 * @throws {LnkError} `grants/path` if it is no such path.
 */
export function accessTo(
  folders: Folders,
  path: string,
  team?: string,
): PathAnswer {
  const folder = path === WHOLE ? WHOLE : firstFolder(path);
  const answer = access(folders, folder, team);
  const notes = team === undefined && isNotes(path) &&
    answer.access !== "write" && writesNotes(folders);
  if (notes) {
    const why = "memory may write its notes and portable documents";
    return { access: "write", why, folder };
  }
  if (folder === "home" && team === undefined) {
    return { ...answer, folder, why: `${answer.why}; ${HOME_HINT}` };
  }
  return { ...answer, folder };
}

const HOME_HINT = 'Home\'s folders are named without "home/"';

/** Whether an access is enough. */
export function allows(access: Access, wanted: "write" | "read"): boolean {
  return access === "write" || access === wanted;
}

/** The notes, and the documents that the notes' grant permits too. */
function isNotes(path: string): boolean {
  return path === NOTES || path.startsWith("memory/portable/");
}

function firstFolder(path: string): string {
  const state = whyNoPath(path);
  if (state) {
    throw new LnkError(
      "usage",
      "grants/path",
      `Cannot ask about ${quote(path)}: ${state}`,
      helpFor(path),
    );
  }
  return path.split("/", 1)[0]!;
}

/** The path without what people put before it. */
function helpFor(path: string): { help?: string } {
  const bare = path.replace(/^(?:\.?\/)+/, "");
  return bare === path || whyNoPath(bare) !== undefined
    ? {}
    : { help: `did you mean ${quote(bare)}?` };
}

/**
 * Why a text is no path below an agent's folder; one slash at the end is
 * allowed.
 *
 * @param path Any text.
 * @returns The reason in words, or `undefined` if it is one.
 */
export function whyNoPath(path: string): string | undefined {
  const parts = path.replace(/\/$/, "").split("/");
  if (path === "") return "it is empty";
  if (path.startsWith("/")) return "it is an absolute path";
  if (new TextEncoder().encode(path).length > LONGEST) {
    return `it has more than ${LONGEST} bytes`;
  }
  if (parts.includes("..")) return "it has a `..` part";
  if (parts.includes(".")) return "it has a `.` part";
  if (parts.includes("")) return "it has an empty part";
  if (/[\p{Cc}\\]/u.test(path)) {
    return "it has a control character or backslash";
  }
  if (!path.isWellFormed()) return "it is not Unicode text";
  return undefined;
}
