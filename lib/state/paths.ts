// Copyright 2026 the lnk authors. MIT license.

/**
 * The paths of a harness's state: what a list may name, and what an archive
 * may hold.
 *
 * One rule holds for both, so that whatever can be listed can be packed and
 * unpacked again.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";

/** What of a harness's home moves with an agent: each path starts with `~/`, the home. */
export interface StateList {
  /** Folders and files that hold the agent. */
  readonly include: readonly string[];
  /** What is left out of them: programs, caches, logs, keys. An exclude wins over every include. */
  readonly exclude: readonly string[];
}

/** A list as paths below the home, without `~/`. */
export interface Roots {
  /** The includes that are not under another one, sorted. */
  readonly include: readonly string[];
  /** Every exclude. */
  readonly exclude: ReadonlySet<string>;
}

/** The folder in the home that an unpack works in; it never moves. */
export const STAGING = ".lnk-state-unpack";

/** The most bytes one name may have, as on every file system in use. */
const LONGEST_NAME = 255;

/** The most bytes a path below the home may have. */
const LONGEST_PATH = 2048;

/**
 * Why a text is no path of a state list.
 *
 * `~` alone is none: the whole home would carry the install along, and a list
 * is there to name what holds the agent.
 *
 * @example Usage
 * ```ts
 * import { statePathFault } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(statePathFault("~/.goose/sessions"), undefined);
 * assertEquals(statePathFault("~/../etc"), "it has a `..` part");
 * assertEquals(statePathFault("/etc"), "it does not start with ~/");
 * ```
 *
 * @param path A path as a contract writes it.
 * @returns The reason in a few words, or `undefined` for a good path.
 */
export function statePathFault(path: string): string | undefined {
  if (path === "~" || path === "~/") return "it is the whole home";
  if (!path.startsWith("~/")) return "it does not start with ~/";
  if (path.endsWith("/")) return "it ends with a slash";
  // Such a name can stand on disk, but in a list it is a path of Windows.
  if (path.includes("\\")) return "it has a backslash";
  return insideFault(path.slice(2));
}

/**
 * Why a path below the home cannot move.
 *
 * @param path Without `~/`.
 * @returns The reason in a few words, or `undefined` for a good path.
 */
export function insideFault(path: string): string | undefined {
  // Before anything walks over its parts: it can be as long as its file.
  if (byteLength(path) > LONGEST_PATH) {
    return `it has more than ${LONGEST_PATH} bytes`;
  }
  if (!path.isWellFormed()) return "it is not Unicode";
  if (/\p{Cc}/u.test(path)) return "it has a control character";
  const parts = path.split("/");
  for (const part of parts) {
    if (part === "") return "it has an empty part";
    if (part === "." || part === "..") return `it has a \`${part}\` part`;
    if (byteLength(part) > LONGEST_NAME) {
      return `it has a name of more than ${LONGEST_NAME} bytes`;
    }
  }
  return parts[0] === STAGING ? "it is where unpack works" : undefined;
}

function byteLength(text: string): number {
  // A UTF-16 unit is at least one byte, so long texts need no encoding.
  if (text.length > LONGEST_PATH) return text.length;
  return new TextEncoder().encode(text).length;
}

/**
 * Checks a list and reduces it to what a walk needs.
 *
 * @param list Paths as a contract writes them.
 * @returns Paths below the home.
 * @throws {LnkError} `state/path` for a path that a list may not name.
 */
export function toRoots(list: StateList): Roots {
  for (const path of [...list.include, ...list.exclude]) {
    const fault = statePathFault(path);
    if (fault !== undefined) {
      throw new LnkError(
        "no",
        "state/path",
        `Cannot take ${quote(path)} into the state: ${fault}`,
        { details: { path } },
      );
    }
  }
  const inside = (path: string) => path.slice(2);
  const include = new Set(list.include.map(inside));
  const covered = (path: string) => ancestors(path).some((a) => include.has(a));
  return {
    include: [...include].filter((path) => !covered(path)).sort(),
    exclude: new Set(list.exclude.map(inside)),
  };
}

/**
 * The folders that a path passes through, outermost first, without itself.
 *
 * @param path A path below the home.
 * @returns Such as `a` and `a/b` for `a/b/c`.
 */
export function ancestors(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

/**
 * A path below the home as people write it.
 *
 * @param path Without `~/`.
 * @returns With it.
 */
export function tilde(path: string): string {
  return `~/${path}`;
}
