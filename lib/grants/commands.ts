// Copyright 2026 the lnk authors. MIT license.

/**
 * The rules of `[commands]`, and which programs this machine has.
 *
 * @module
 */

import { quote } from "../text.ts";
import { ANY, type Commands } from "./access.ts";
import type { Fault, Place } from "./fault.ts";
import { runsAnything } from "./launchers.ts";

/** The longest program name, in characters. */
const LONGEST = 64;

/**
 * Checks a list of programs.
 *
 * @example Usage
 * ```ts
 * import { checkCommands } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(checkCommands({ run: ["git", "/usr/bin/make"] }), []);
 * const [fault] = checkCommands({ run: ["git push"] });
 * assertEquals(fault?.code, "commands/not-a-program");
 * ```
 *
 * @param commands The list.
 * @returns What is wrong with it, in order.
 */
export function checkCommands(commands: Commands): Fault[] {
  const firstAt = new Map<string, number>();
  return commands.run.flatMap((entry, index): Fault[] => {
    const at: Place = ["commands", "run", index];
    const first = firstAt.get(entry);
    if (first === undefined) firstAt.set(entry, index);
    if (entry === ANY) return checkAny(commands, at);
    const reason = whyNoProgram(entry);
    if (reason) return [notAProgram(entry, reason, at)];
    if (first !== undefined) return [repeated(entry, at, first)];
    return warnings(entry, at);
  });
}

function checkAny(commands: Commands, at: Place): Fault[] {
  if (commands.run.length > 1) {
    return [{
      code: "commands/any-beside-names",
      severity: "error",
      message: '"*" stands beside other entries, and it stands only alone',
      at,
      help: 'remove "*" to allow the named programs, or keep ["*"] alone',
    }];
  }
  return [{
    code: "commands/any",
    severity: "warning",
    message: '"*" lets the agent start any program',
    at,
  }];
}

function notAProgram(entry: string, reason: Reason, at: Place): Fault {
  return {
    code: "commands/not-a-program",
    severity: "error",
    message: `${quote(entry)} is not one program: ${reason.state}`,
    at,
    ...(reason.help !== undefined && { help: reason.help }),
  };
}

function repeated(entry: string, at: Place, first: number): Fault {
  return {
    code: "commands/repeated",
    severity: "warning",
    message: `${quote(entry)} is listed twice`,
    at,
    help: "remove one of the two",
    related: { message: "first listed here", at: ["commands", "run", first] },
  };
}

function warnings(entry: string, at: Place): Fault[] {
  const kind = runsAnything(entry);
  const found: Fault[] = [];
  if (kind !== undefined) {
    found.push({
      code: "commands/runs-anything",
      severity: "warning",
      message: `${quote(entry)} is ${kind}: through it the agent can start ` +
        "any program",
      at,
    });
  }
  // deno-lint-ignore no-control-regex
  if (/[^\x00-\x7f]/.test(entry)) {
    found.push({
      code: "commands/not-ascii",
      severity: "warning",
      message:
        `${quote(entry)} has a character outside ASCII, which may look ` +
        "like another",
      at,
    });
  }
  return found;
}

/** Why an entry is refused, and what to write instead. */
interface Reason {
  readonly state: string;
  readonly help?: string;
}

/** Why an entry is neither a program's name nor an absolute path. */
function whyNoProgram(entry: string): Reason | undefined {
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

/** Whether this machine has an entry's program, and where. */
export interface Presence {
  /** The entry, as it is written. */
  readonly entry: string;
  /** Whether a file that runs was found; {@linkcode ANY} always is. */
  readonly present: boolean;
  /** Where it was found; absent for {@linkcode ANY}. */
  readonly path?: string;
}

/**
 * Looks the entries up on this machine, as the system would at a start.
 *
 * A name is looked up in the folders of PATH in order. Empty and relative ones
 * would mean the current folder, so they are passed over.
 *
 * @param commands The list.
 * @param searchPath PATH, folders parted by colons.
 * @param isProgram Whether this user may start what a path leads to.
 * @returns An answer an entry, in order.
 */
export function present(
  commands: Commands,
  searchPath: string,
  isProgram: (path: string) => boolean,
): Presence[] {
  return commands.run.map((entry) => {
    if (entry === ANY) return { entry, present: true };
    const path = candidates(entry, searchPath).find((p) =>
      runsAt(isProgram, p)
    );
    return path === undefined
      ? { entry, present: false }
      : { entry, present: true, path };
  });
}

/** A folder that may not be looked into holds no program for us. */
function runsAt(isProgram: (path: string) => boolean, path: string): boolean {
  try {
    return isProgram(path);
  } catch {
    return false;
  }
}

/**
 * The paths at which an entry's program is looked for, best first.
 *
 * @param entry A name or an absolute path.
 * @param searchPath PATH.
 * @returns Absolute paths.
 */
export function candidates(entry: string, searchPath: string): string[] {
  if (entry.startsWith("/")) return [entry];
  return searchFolders(searchPath).map((folder) => `${folder}/${entry}`);
}

/** The absolute folders of PATH, in order, without trailing slashes. */
export function searchFolders(searchPath: string): string[] {
  return searchPath.split(":").filter((folder) => folder.startsWith("/"))
    .map((folder) => folder.replace(/\/+$/, ""));
}
