// Copyright 2026 the lnk authors. MIT license.

/**
 * Refusals of an archive: always of the whole, whatever is wrong with it.
 *
 * @module
 */

import { LnkError, type LnkErrorOptions } from "../errors.ts";
import { quote } from "../text.ts";

/**
 * The refusal of an archive that is cut, changed, or none.
 *
 * @param state What is wrong with it.
 * @param options What the decoder said, and the next step where it is known.
 * @returns An error of code `state/damaged`.
 */
export function damaged(
  state: string,
  options: LnkErrorOptions = {},
): LnkError {
  const message = `Cannot unpack the archive: ${state}`;
  return new LnkError("refused", "state/damaged", message, options);
}

/**
 * The refusal of an entry for its name.
 *
 * @param name The name as the archive has it.
 * @param state What is wrong with it.
 * @returns An error of code `state/entry-name`.
 */
export function wrongName(name: string, state: string): LnkError {
  return refusedEntry("state/entry-name", name, state);
}

/**
 * The refusal of an entry for what its header, or its padding, says.
 *
 * @param name The entry.
 * @param state What is wrong with it.
 * @returns An error of code `state/entry-header`.
 */
export function wrongHeader(name: string, state: string): LnkError {
  return refusedEntry("state/entry-header", name, state);
}

/**
 * The refusal of a whole archive for one of its entries.
 *
 * @param code Which rule it breaks.
 * @param name The entry.
 * @param state What is wrong with it.
 * @returns An error.
 */
export function refusedEntry(
  code: string,
  name: string,
  state: string,
): LnkError {
  return new LnkError(
    "refused",
    code,
    `Cannot unpack the archive for its entry ${quote(name)}: ${state}`,
    { details: { entry: name } },
  );
}
