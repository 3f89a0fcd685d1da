// Copyright 2026 the lnk authors. MIT license.

/** Versions on the command line. */

import { quote } from "../../lib/text.ts";
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
  throw new Error(
    `${quote(text)} is no version: it is 0, for what must not exist yet, or ` +
      "the number that memory get ID --json or store get PATH --json prints",
  );
}
