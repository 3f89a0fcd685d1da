// Copyright 2026 the lnk authors. MIT license.

/**
 * What a contract says of the state that moves.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import type { LocatedTable } from "../../lib/located.ts";
import type { StateList } from "../../lib/state.ts";
import { decodeUtf8, quote } from "../../lib/text.ts";
import { parseToml } from "../../lib/toml.ts";
import type { Context } from "../context.ts";
import { readArgument } from "../input.ts";

/** The most bytes of a contract. */
const LIMIT = 1024 * 1024;

/**
 * Reads the state list of a contract.
 *
 * @param context The command's `this`.
 * @param name The contract as the user named it.
 * @returns Its includes and excludes, not yet checked.
 */
export async function readStateList(
  context: Context,
  name: string,
): Promise<StateList> {
  const text = decodeUtf8(await readArgument(context, name, LIMIT)) ?? "\0";
  const { root, problems } = parseToml(text);
  const [problem] = problems;
  if (problem) throw new LnkError("no", problem.code, problem.message);
  const state = root.members.get("state")?.value;
  const include = state?.kind === "table" ? texts(state, "include") : [];
  if (state?.kind !== "table" || include.length === 0) {
    throw new LnkError(
      "no",
      "state/no-list",
      `Cannot tell what moves: ${quote(name)} has no include in [state]`,
    );
  }
  return { include, exclude: texts(state, "exclude") };
}

function texts(table: LocatedTable, name: string): string[] {
  const list = table.members.get(name)?.value;
  if (list?.kind !== "list") return [];
  return list.items.map((item) => item.kind === "string" ? item.value : "");
}
