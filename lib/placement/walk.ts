// Copyright 2026 the lnk authors. MIT license.

/**
 * The way from a path to what it leads to, name by name as the kernel goes it.
 *
 * Who may change a folder can change what any name in it leads to. So each
 * name that is looked at on the way counts, with the real folder that holds
 * it: comparing the text of paths would miss links in the middle.
 *
 * @module
 */

import { dirname, isAbsolute, join } from "@std/path/posix";
import { kindAt, type Whereabouts } from "./machine.ts";

/** A name that was looked at. */
export interface Step {
  /** The folder that holds it, without links. */
  readonly folder: string;
  /** One part of a path. */
  readonly name: string;
}

/** A way through the file system. */
export interface Way {
  /** Every name looked at, those of links in between too. */
  readonly steps: readonly Step[];
  /** Where it leads, without links; names from a missing one on are as they were written. */
  readonly end: string;
  /** The path that could not be looked at, if the way ends there. */
  readonly closed?: string;
}

/** The most links followed, as the system's own limit. */
const MOST_LINKS = 40;

/** Where a walk stands. */
interface Walk {
  readonly steps: Step[];
  /** The names to come, the next one last. */
  readonly names: string[];
  at: string;
  links: number;
}

/**
 * Goes a way.
 *
 * @param where The machine.
 * @param path Any path; a relative one starts in the current folder.
 * @returns The names that decide where it leads, and where that is.
 */
export function wayTo(where: Whereabouts, path: string): Way {
  const walk: Walk = {
    steps: [],
    names: path.split("/").reverse(),
    at: isAbsolute(path) ? "/" : currentFolder(where),
    links: 0,
  };
  for (let name = walk.names.pop(); name !== undefined;) {
    const stop = take(where, walk, name);
    if (stop) {
      const end = join(walk.at, ...walk.names.reverse());
      return {
        steps: walk.steps,
        end,
        ...(stop === "closed" && { closed: walk.at }),
      };
    }
    name = walk.names.pop();
  }
  return { steps: walk.steps, end: walk.at };
}

/** Takes one name; says why the way ends with it, if it does. */
function take(
  where: Whereabouts,
  walk: Walk,
  name: string,
): "end" | "closed" | undefined {
  if (name === "" || name === ".") return undefined;
  if (name === "..") {
    walk.at = dirname(walk.at);
    return undefined;
  }
  walk.steps.push({ folder: walk.at, name });
  const path = join(walk.at, name);
  const kind = kindAt(where, path);
  if (kind === "link" && walk.links++ < MOST_LINKS) {
    return follow(where, walk, path);
  }
  walk.at = path;
  if (kind === "folder") return undefined;
  return kind === "closed" ? "closed" : "end";
}

function follow(
  where: Whereabouts,
  walk: Walk,
  link: string,
): "closed" | undefined {
  try {
    const target = where.disk.readLink(link);
    walk.names.push(...target.split("/").reverse());
    if (isAbsolute(target)) walk.at = "/";
    return undefined;
  } catch {
    walk.at = link;
    return "closed";
  }
}

function currentFolder({ disk }: Whereabouts): string {
  try {
    return disk.realPath(".");
  } catch {
    return ".";
  }
}

/**
 * Whether a folder holds a name, itself or in a folder below it.
 *
 * @param folder A folder without links.
 * @param step The name.
 * @returns Whether who writes the folder decides what the name leads to.
 */
export function holds(folder: string, step: Step): boolean {
  return folder === "/" || step.folder === folder ||
    step.folder.startsWith(`${folder}/`);
}
