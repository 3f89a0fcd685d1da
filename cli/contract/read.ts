// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads the contracts that a command compares: all of them whole, or none.
 *
 * @module
 */

import { checkContract } from "../../lib/contract/check.ts";
import type { Contract, Switch } from "../../lib/contract/types.ts";
import { LnkError } from "../../lib/errors.ts";
import type { CheckedFile } from "../../lib/finding.ts";
import { LARGEST_FILE } from "../../lib/source.ts";
import { quote } from "../../lib/text.ts";
import type { CommonFlags, Context } from "../context.ts";
import { calledFile, readArgument, refuseTwoInputs } from "../input.ts";
import { printFindings, tally } from "../report/mod.ts";

/**
 * Reads contracts and refuses one with an error, whose findings are shown.
 *
 * @param context The command's `this`.
 * @param flags Whether JSON is asked for.
 * @param names The file arguments.
 * @returns The contracts, in the order of the arguments.
 */
export async function readContracts(
  context: Context,
  flags: CommonFlags,
  names: readonly string[],
): Promise<Contract[]> {
  refuseTwoInputs(names);
  const contracts: Contract[] = [];
  const broken: CheckedFile[] = [];
  for (const name of names) {
    const file = calledFile(name);
    const bytes = await readArgument(context, name, LARGEST_FILE);
    const { text, contract, findings } = checkContract(bytes, { name: file });
    if (contract) contracts.push(contract);
    else broken.push({ file, text, findings });
  }
  if (broken.length > 0) throw await unsound(context, flags, broken);
  return contracts;
}

async function unsound(
  context: Context,
  { json }: CommonFlags,
  broken: readonly CheckedFile[],
): Promise<LnkError> {
  for (const file of json ? [] : broken) await printFindings(context, file);
  const files = broken.map((one) => `${quote(one.file)} has ${tally([one])}`);
  return new LnkError(
    "no",
    "contract/unsound",
    `Cannot go by a contract with errors: ${files.join(", ")}`,
  );
}

/**
 * What a switch does, as members of a JSON document.
 *
 * @param change What two contracts say.
 * @returns `from`, `to`, `carried` and `left_behind`.
 */
export function switchFields(change: Switch): Record<string, unknown> {
  const { from, to, carried, leftBehind } = change;
  return { from, to, carried, left_behind: leftBehind };
}
