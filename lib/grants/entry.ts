// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether an entry of `[commands]` is one program: a name or an absolute path.
 *
 * @module
 */

import { quote } from "../text.ts";

/** The longest program name, in characters. */
const LONGEST = 64;

/** Why an entry is refused, and what to write instead. */
export interface Reason {
  readonly state: string;
  readonly help?: string;
}

/** Why an entry is neither a program's name nor an absolute path. */
export function whyNoProgram(entry: string): Reason | undefined {
  if (entry === "") return { state: "it is empty" };
  if (entry.startsWith("/")) return whyNoPath(entry);
  if (/^[A-Za-z0-9_+-][A-Za-z0-9_.+-]*$/.test(entry)) {
    return entry.length <= LONGEST ? undefined : {
      state: `a name has at most ${LONGEST} characters, this has ` +
        `${entry.length}`,
    };
  }
  return whyNoName(entry);
}

function whyNoPath(path: string): Reason | undefined {
  const parts = path.slice(1).split("/");
  if (/\p{Cc}/u.test(path)) return { state: "it has a control character" };
  if (parts.includes("..")) return { state: "the path has a `..` part" };
  if (parts.includes(".")) return { state: "the path has a `.` part" };
  if (path === "/") return { state: "it is the root folder" };
  if (path.endsWith("/")) {
    return {
      state: "the path ends with a slash, as a folder's does",
      help: `write ${quote(path.replace(/\/+$/, ""))}`,
    };
  }
  if (parts.includes("")) return { state: "the path has an empty part" };
  return undefined;
}

function whyNoName(entry: string): Reason {
  if (/^\s|\s$/.test(entry)) {
    return {
      state: "it has a space around it",
      help: `write ${quote(entry.trim())}`,
    };
  }
  if (/\s/.test(entry)) {
    return {
      state: "it has a space in it, and arguments are no part of a grant",
      help: `write the program alone: ${quote(entry.split(/\s/)[0]!)}`,
    };
  }
  if (/[*?[\]{}]/.test(entry)) {
    return {
      state: "patterns are not expanded",
      help: 'list each program, or "*" alone for any',
    };
  }
  if (entry.startsWith("~") || entry.startsWith("$")) {
    return {
      state: "`~` and variables are not expanded",
      help: "write the absolute path",
    };
  }
  if (entry.includes("/")) {
    return {
      state: "it is a relative path, which means another file in each folder",
      help: `write the name, ${quote(entry.split("/").at(-1)!)}, or the ` +
        "absolute path",
    };
  }
  if (entry.startsWith(".")) {
    return { state: "a name does not start with a dot" };
  }
  return badCharacter(entry);
}

function badCharacter(entry: string): Reason {
  const bad = Array.from(entry).find((c) => !/[A-Za-z0-9_.+-]/.test(c))!;
  const point = bad.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  return {
    state:
      `${quote(bad)} (U+${point}) is not a letter of a-z, a digit or one ` +
      "of - _ . +",
  };
}
