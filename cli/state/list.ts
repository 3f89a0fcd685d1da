// Copyright 2026 the lnk authors. MIT license.

/**
 * What a contract says of the state that moves.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import type { CheckedFile } from "../../lib/finding.ts";
import type { StateList } from "../../lib/state.ts";
import { quote } from "../../lib/text.ts";
import type { CommonFlags, Context } from "../context.ts";
import { readContracts } from "../contract/read.ts";

/** What a contract says of the state that moves. */
export interface StateWords {
  /** Its includes and excludes. */
  readonly list: StateList;
  /** The contract, if a check warns of it. */
  readonly warned: readonly CheckedFile[];
}

/**
 * Reads the state list of a contract, which must be sound.
 *
 * @param context The command's `this`.
 * @param flags Whether JSON is asked for.
 * @param name The contract as the user named it.
 * @returns Its includes and excludes, and what is to be warned of.
 */
export async function readStateList(
  context: Context,
  flags: CommonFlags,
  name: string,
): Promise<StateWords> {
  const { contracts, warned } = await readContracts(context, flags, [name]);
  const { include = [], exclude = [] } = contracts[0]?.state ?? {};
  if (include.length > 0) return { list: { include, exclude }, warned };
  throw new LnkError(
    "no",
    "state/no-list",
    `Cannot tell what moves: ${quote(name)} has no include in [state]`,
  );
}
