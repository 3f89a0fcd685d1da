// Copyright 2026 the lnk authors. MIT license.

/**
 * The paths that a contract names: each from `~/`, the harness's home, and
 * never out of it.
 *
 * @module
 */

/** The most bytes of a state path, as UTF-8. */
const LONGEST = 512;

/**
 * What is wrong with a state path.
 *
 * @param path A path as a contract writes it.
 * @returns Why it is none, or `undefined` if it is one.
 */
export function statePathFault(path: string): string | undefined {
  if (!path.startsWith("~/")) return "it does not start with ~/";
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return "it holds a control character";
  if (path.includes("\\")) return "it holds a backslash";
  if (new TextEncoder().encode(path).length > LONGEST) {
    return `it has more than ${LONGEST} bytes`;
  }
  return partFault(path.slice(2).split("/"));
}

function partFault(parts: readonly string[]): string | undefined {
  if (parts.length === 1 && parts[0] === "") return "it is all of the home";
  if (parts.includes("..")) return "it climbs with ..";
  if (parts.includes(".")) return "it has a part that is only a dot";
  if (parts.at(-1) === "") return "it ends with a slash";
  if (parts.includes("")) return "it has an empty part";
  return undefined;
}

/**
 * Whether a path looks like a pattern; all paths are taken as they are.
 *
 * @param path A state path.
 * @returns Whether somebody may have meant more than one file.
 */
export function looksLikePattern(path: string): boolean {
  return /[*?]|\[[^\]/]+\]|\{[^}/]*,[^}/]*\}/.test(path);
}
