// Copyright 2026 the lnk authors. MIT license.

/** Versions on the command line. */

import { parseVersion } from "../../lib/store/version.ts";

/**
 * Reads the value of `--expect`.
 *
 * @param text What was given.
 * @returns The version.
 */
export function version(text: string): bigint {
  const found = parseVersion(text);
  if (found !== undefined) return found;
  throw new Error("it is not a version: decimal digits up to 2^64 - 1");
}
