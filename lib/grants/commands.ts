// Copyright 2026 the lnk authors. MIT license.

/**
 * The rules of `[commands]`.
 *
 * @module
 */

import { quote } from "../text.ts";
import { ANY, type Commands } from "./access.ts";
import type { Fault, Place } from "./fault.ts";
import { type Reason, whyNoProgram } from "./entry.ts";
import { runsAnything } from "./launchers.ts";

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
  const odd = oddCharacter(entry);
  const told = (code: string, state: string): Fault => ({
    code,
    severity: "warning",
    message: `${quote(entry)} ${state}`,
    at,
  });
  return [
    ...(kind === undefined ? [] : [told(
      "commands/runs-anything",
      `is ${kind}: through it the agent can start any program`,
    )]),
    // deno-lint-ignore no-control-regex
    ...(!/[^\x00-\x7f]/.test(entry) ? [] : [told(
      "commands/not-ascii",
      "has a character outside ASCII, which may look like another",
    )]),
    ...(odd === undefined ? [] : [told(
      "commands/odd-path",
      `has ${odd}, which is taken as part of the file's name`,
    )]),
  ];
}

/** What in a path would be an argument, a pattern or a shell's sign elsewhere. */
function oddCharacter(path: string): string | undefined {
  const found = /[\s*?[\]{}$;|&"'`\\]/.exec(path)?.[0];
  if (found === undefined) return undefined;
  return found === " " ? "a space" : `the character ${quote(found)}`;
}
