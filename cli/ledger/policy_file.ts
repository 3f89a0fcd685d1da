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
import { isBinary } from "./binary.ts";

/**
 * Finds a policy program and looks whether the kernel will start it.
 *
 * The C library runs a file that is no program, an empty one too, as a shell
 * script: an empty one would exit 0, and allow everything.
 *
 * @param context The command's `this`.
 * @param program A path with a slash, or a name on PATH.
 * @param request The request that it is asked about.
 * @returns Its absolute path.
 * @throws {LnkError} `ledger/policy-failed` if it is missing or no program.
 */
export function findPolicy(
  context: Context,
  program: string,
  request: string,
): string {
  const path = program.includes("/")
    ? absolute(context, program)
    : onPath(context, program);
  if (path === undefined || !runs(context, path)) {
    throw failed(program, request, "there is no such program");
  }
  const state = wrongWith(context, path);
  if (state === undefined) return path;
  throw failed(program, request, state);
}

/** The kernel reads so much of a script's first line. */
const LINE = 256;

/** How much of a script is looked at. */
const BODY = 4096;

/** Why the kernel would not start a file, or a cut one would allow all. */
function wrongWith({ disk }: Context, path: string): string | undefined {
  const text = new TextDecoder("latin1").decode(disk.read(path, BODY));
  if (!text.startsWith("#!")) {
    if (isBinary(disk, path)) return undefined;
    return "it is neither a script with #! nor a whole program of this machine";
  }
  const line = /^#![ \t]*(\/[^ \t\0\n]*)(?:[ \t][^\0\n]*)?\n/
    .exec(text.slice(0, LINE));
  if (!line) return "its first line is not #! and an absolute interpreter";
  const [whole, interpreter = ""] = line;
  if (!disk.isProgram(interpreter) || !isBinary(disk, interpreter)) {
    return `its interpreter ${quote(interpreter)} is no program`;
  }
  if (text.length <= BODY && text.slice(whole.length).trim() === "") {
    return "it has nothing behind its first line";
  }
  return undefined;
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
    return disk.isProgram(path);
  } catch {
    return false;
  }
}

function failed(
  program: string,
  request: string,
  state: string,
): LnkError {
  return new LnkError(
    "no",
    "ledger/policy-failed",
    `Cannot ask the policy ${quote(program)}: ${state}`,
    { details: { request } },
  );
}
