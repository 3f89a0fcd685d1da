// Copyright 2026 the lnk authors. MIT license.

/**
 * What a contract says of the state that moves.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import type { StateList } from "../../lib/state.ts";
import { quote } from "../../lib/text.ts";
import type { CommonFlags, Context } from "../context.ts";
import { readContracts } from "../contract/read.ts";

/**
 * Reads the state list of a contract, which must be sound.
 *
 * @param context The command's `this`.
 * @param flags Whether JSON is asked for.
 * @param name The contract as the user named it.
 * @returns Its includes and excludes.
 */
export async function readStateList(
  context: Context,
  flags: CommonFlags,
  name: string,
): Promise<StateList> {
  const [contract] = await readContracts(context, flags, [name]);
  const { include = [], exclude = [] } = contract?.state ?? {};
  if (include.length > 0) return { include, exclude };
  throw new LnkError(
    "no",
    "state/no-list",
    `Cannot tell what moves: ${quote(name)} has no include in [state]`,
  );
}
