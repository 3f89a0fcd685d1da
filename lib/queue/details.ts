// Copyright 2026 the lnk authors. MIT license.

/**
 * An error on its way out, with what is known where it passes.
 *
 * @module
 */

import { LnkError, retold } from "../errors.ts";

/**
 * The same error, with what is known here.
 *
 * @param error What was thrown.
 * @param more Members for its details.
 * @param before Words before its message.
 * @returns An error of the same kind and code; what is none of ours as it is.
 */
export function withDetails(
  error: unknown,
  more: Readonly<Record<string, unknown>>,
  before = "",
): unknown {
  if (!(error instanceof LnkError)) return error;
  return retold(error, { message: before + error.message, details: more });
}
