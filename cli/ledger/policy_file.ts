// Copyright 2026 the lnk authors. MIT license.

/**
 * The file of a policy program.
 *
 * @module
 */

import { isAbsolute, join } from "@std/path/posix";
import { LnkError } from "../../lib/errors.ts";
import { quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";

/** How programs begin: a script's interpreter, ELF, Mach-O in its forms. */
const BEGINNINGS = ["2321", "7f454c46", "cffaedfe", "cefaedfe", "cafebabe"];

/**
 * Finds a policy program and looks at its first bytes.
 *
 * The system runs a file that is no program, an empty one too, as a shell
 * script: an empty one would exit 0, and allow everything.
 *
 * @param context The command's `this`.
 * @param program A path with a slash, or a name on PATH.
 * @returns Its absolute path.
 * @throws {LnkError} `ledger/policy-failed` if it is missing or no program.
 */
export function findPolicy(context: Context, program: string): string {
  const path = program.includes("/")
    ? absolute(context, program)
    : onPath(context, program);
  if (path === undefined || !runs(context, path)) {
    throw failed(program, "there is no such program");
  }
  const begins = Array.from(context.disk.read(path, 3))
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (BEGINNINGS.some((beginning) => begins.startsWith(beginning))) return path;
  throw failed(program, "it begins neither with #! nor as a program does");
}

function absolute({ disk }: Context, path: string): string {
  return isAbsolute(path) ? path : join(disk.realPath("."), path);
}

/** Entries that are empty or relative mean the current folder, and are passed over. */
function onPath(context: Context, name: string): string | undefined {
  return (context.io.env("PATH") ?? "").split(":")
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find((path) => runs(context, path));
}

function runs({ disk }: Context, path: string): boolean {
  try {
    return disk.stat(path)?.kind === "file" && disk.isProgram(path);
  } catch {
    return false;
  }
}

function failed(program: string, state: string): LnkError {
  return new LnkError(
    "no",
    "ledger/policy-failed",
    `Cannot ask the policy ${quote(program)}: ${state}`,
  );
}
