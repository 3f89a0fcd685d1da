// Copyright 2026 the lnk authors. MIT license.

/**
 * What every look needs: the machine, what is looked at, where findings go.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type Host, isTemp } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { Grants } from "../grants.ts";
import type { Progress } from "../store/scan.ts";
import { shellPath } from "../shell.ts";
import { quote } from "../text.ts";
import { type Area, counted, type Report, type Seen } from "./check.ts";
import { nextFor } from "./next.ts";

/** Whose ledger, queue and folder it is, as far as it is known. */
export interface Names {
  /** The agent's id. */
  readonly agent: string;
  /** Who answers for it. */
  readonly owner: string;
}

/** What every look needs. */
export interface Look {
  /** The machine; nothing on it can be changed. */
  readonly host: Host;
  /** The agent's folder, without links. */
  readonly root: string;
  /** The sandbox file, there or not. */
  readonly sandbox: string;
  /** What the sandbox file grants, as far as it can be read. */
  readonly grants: Grants | undefined;
  /** Names for the commands that are told. */
  readonly names: Names;
  /** Told while a large log is read. */
  readonly progress: Progress | undefined;
  /** Takes what is seen. */
  readonly report: Report;
  /** Unfinished files that were seen, by path. */
  readonly unfinished: string[];
}

/** The most names of one folder that are looked at. */
export const MOST_NAMES = 10_000;

/**
 * The names in a folder, but for unfinished files, which are kept for later.
 *
 * @param look What the look needs.
 * @param area What is looked at.
 * @param folder The folder, whose way was looked at.
 * @returns At most {@linkcode MOST_NAMES}; that there are more is told.
 * @throws {LnkError} `disk/denied`, `disk/failed`.
 */
export function namesIn(
  look: Pick<Look, "host" | "report" | "unfinished">,
  area: Area,
  folder: string,
): string[] {
  const all = attempt("list", folder, () => look.host.disk.list(folder));
  for (const name of all) {
    if (isTemp(name)) look.unfinished.push(join(folder, name));
  }
  const lost = new Set(all.filter((name) => isLost(look, folder, name)));
  if (lost.size > 0) look.report.add(area, lostNames(folder, lost.size));
  const names = all.filter((name) => !isTemp(name) && !lost.has(name));
  if (names.length > MOST_NAMES) {
    look.report.add(area, {
      status: "warning",
      code: "doctor/not-all",
      path: folder,
      message: `${quote(folder)} has ${names.length} names, and only the ` +
        `first ${MOST_NAMES} were looked at`,
      help: nextFor("doctor/not-all", folder),
    });
  }
  return names.slice(0, MOST_NAMES);
}

/** Whether a listed name was no UTF-8: nothing stands at what it was read as. */
function isLost(
  { host: { disk } }: Pick<Look, "host">,
  folder: string,
  name: string,
): boolean {
  return name.includes("\ufffd") &&
    attempt("look at", folder, () => disk.lstat(join(folder, name))) ===
      undefined;
}

function lostNames(folder: string, count: number): Seen {
  const words = counted(count, "name", "names");
  return {
    status: "warning",
    code: "doctor/foreign",
    path: folder,
    message: `${quote(folder)} has ${words} that ${
      count === 1 ? "is" : "are"
    } not UTF-8: what is behind ${
      count === 1 ? "it" : "them"
    } was not looked at`,
    help: `look at it, then move it away: ls -lab ${shellPath(folder)}`,
  };
}

/** Codes whose errors know the command better than the code alone does: a mode, an owner. */
const OWN_HELP = new Set(["disk/not-private", "store/root"]);

/** What stands before the state in our messages: what could not be done with which path. */
const LEAD = /^[^"]*"(?:[^"\\]|\\.)*"[^":]*: /s;

/**
 * What an error says about a thing, under the name that the report uses.
 *
 * @param error What was thrown.
 * @param at The thing; an error may be about a folder on the way to it, and
 *   then that one is named.
 * @param name What the report calls it: the end of its path, or all of it.
 * @returns A finding; what is no refusal of ours is told as a bug.
 */
export function troubleOf(error: unknown, at: string, name: string): Seen {
  const known = error instanceof LnkError ? error : undefined;
  const code = known?.code ?? "program/bug";
  const said = error instanceof Error ? error.message : String(error);
  const path = known?.path ?? at;
  const help = OWN_HELP.has(code) ? known?.help : undefined;
  return {
    status: "error",
    code,
    path,
    message: `${quote(nameOf(path, at, name))}: ${
      known ? said.replace(LEAD, "") : said
    }`,
    help: help ?? nextFor(code, path),
  };
}

/** What the report calls a thing on the way to another. */
function nameOf(path: string, at: string, name: string): string {
  if (path === at) return name;
  const root = at.endsWith(`/${name}`) ? at.slice(0, -name.length) : "";
  return path.startsWith(root) ? path.slice(root.length) : path;
}

/** How often a thing is looked at that a writer replaces just then; a second name that stays is soon told. */
const TRIES: Readonly<Record<string, number>> = {
  "disk/changed": 20,
  "disk/many-names": 3,
};

/**
 * Looks again at what a writer replaced between two calls: that is no fault,
 * unless it is so every time.
 *
 * @param host How time passes.
 * @param act The look; it tells nothing before it is over.
 * @returns What it returns.
 */
export async function steadily<T>(
  { sleep }: Pick<Host, "sleep">,
  act: () => T,
): Promise<T> {
  for (let tried = 1;; tried++) {
    try {
      return act();
    } catch (error) {
      const code = error instanceof LnkError ? error.code : "";
      if (tried >= (TRIES[code] ?? 0)) throw error;
      await sleep(tried);
    }
  }
}

/**
 * Looks, and tells what cannot be looked at: one trouble hides no other look.
 *
 * @param look What the look needs.
 * @param at The area, and the thing by its path and name.
 * @param act The look.
 * @returns Whether it could be done.
 */
export async function looking(
  look: Pick<Look, "report">,
  at: { readonly area: Area; readonly path: string; readonly name: string },
  act: () => void | Promise<void>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    look.report.add(at.area, troubleOf(error, at.path, at.name));
    return false;
  }
}
