// Copyright 2026 the lnk authors. MIT license.

/**
 * What the operating system meant when it refused.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";

/** What a refusal of the operating system means for the caller. */
export type Fault =
  | "missing"
  | "exists"
  | "full"
  | "read-only"
  | "denied"
  | "link-loop"
  | "other";

const FAULTS: Readonly<Record<string, Fault>> = {
  ENOENT: "missing",
  ENOTDIR: "missing",
  EEXIST: "exists",
  ENOTEMPTY: "exists",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EROFS: "read-only",
  EACCES: "denied",
  EPERM: "denied",
  ELOOP: "link-loop",
};

/** Errors that the runtime gives no code; the second number of EDQUOT is that of macOS. */
const NUMBERS: Readonly<Record<string, string>> = {
  27: "EFBIG",
  69: "EDQUOT",
  122: "EDQUOT",
};

/**
 * What an error of a disk call means.
 *
 * Some errors have no `code` (a full quota, a file size limit, a stale handle):
 * their number stands in the text only, and what is still unknown is `other`.
 *
 * @param error What was thrown.
 * @returns Its meaning; `other` for all that is not known for certain.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return "other";
  if (error.name === "NotCapable") return "denied";
  const { code } = error as { code?: unknown };
  const number = /\(os error (\d+)\)/.exec(error.message)?.[1] ?? "";
  const name = typeof code === "string" ? code : NUMBERS[number] ?? "";
  return Object.hasOwn(FAULTS, name) ? FAULTS[name]! : "other";
}

/**
 * The error for a disk call that failed and changed nothing.
 *
 * @param action What could not be done, such as `write`.
 * @param path To what.
 * @param cause What was thrown.
 * @returns An error of code `disk/full`, `disk/read-only`, `disk/denied`,
 *   `disk/missing`, `disk/exists` or `disk/failed`; a {@linkcode LnkError} is
 *   handed back as it is.
 */
export function failure(
  action: string,
  path: string,
  cause: unknown,
): LnkError {
  if (cause instanceof LnkError) return cause;
  const message = `Cannot ${action} ${quote(path)}: ${reason(cause)}`;
  const make = (kind: "unable" | "conflict", code: string) =>
    new LnkError(kind, code, message, { path, cause });
  switch (faultOf(cause)) {
    case "full":
      return make("unable", "disk/full");
    case "read-only":
      return make("unable", "disk/read-only");
    case "denied":
      return make("unable", "disk/denied");
    case "missing":
      return make("unable", "disk/missing");
    case "exists":
      return make("conflict", "disk/exists");
    default:
      return make("unable", "disk/failed");
  }
}

/**
 * Runs disk calls, whose refusals become ours.
 *
 * @param action What is being done, such as `write`.
 * @param path To what.
 * @param act The calls.
 * @returns What they return.
 * @throws {LnkError} As {@linkcode failure} tells.
 */
export function attempt<T>(action: string, path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw failure(action, path, error);
  }
}

/**
 * The error for a step that shows already, but may not outlive a power cut.
 *
 * @param action What was being done, such as `write`.
 * @param path To what.
 * @param cause What was thrown.
 * @returns An error of code `disk/unknown-outcome`.
 */
export function unknownOutcome(
  action: string,
  path: string,
  cause: unknown,
): LnkError {
  return new LnkError(
    "unable",
    "disk/unknown-outcome",
    `Cannot tell whether the ${action} of ${quote(path)} will last: ${
      reason(cause)
    }`,
    { path, cause },
  );
}

/** The system's own words, without the path that the runtime adds. */
function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return /^(.*?\(os error \d+\))/.exec(cause.message)?.[1] ?? cause.message;
}
