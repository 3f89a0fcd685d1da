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

/** Contracts that can be gone by. */
export interface SoundContracts {
  /** In the order of the arguments. */
  readonly contracts: readonly Contract[];
  /** The files of which a check warns; people have been shown why. */
  readonly warned: readonly CheckedFile[];
}

/**
 * Reads contracts and refuses one with an error. What a check finds is shown,
 * of a sound one too: what it warns of can lose or carry what nobody meant.
 *
 * @param context The command's `this`.
 * @param flags Whether JSON is asked for.
 * @param names The file arguments.
 * @returns The contracts and what is to be warned of.
 */
export async function readContracts(
  context: Context,
  flags: CommonFlags,
  names: readonly string[],
): Promise<SoundContracts> {
  refuseTwoInputs(names);
  const contracts: Contract[] = [];
  const broken: CheckedFile[] = [];
  const warned: CheckedFile[] = [];
  for (const name of names) {
    const file = calledFile(name);
    const bytes = await readArgument(context, name, LARGEST_FILE);
    const { text, contract, findings } = checkContract(bytes, { name: file });
    if (contract) contracts.push(contract);
    const found = { file, text, findings };
    if (!contract) broken.push(found);
    else if (findings.length > 0) warned.push(found);
  }
  if (broken.length > 0) throw await unsound(context, flags, broken);
  for (const file of flags.json ? [] : warned) {
    await printFindings(context, file);
  }
  return { contracts, warned };
}

/**
 * What contracts were warned of, as a member of a JSON document.
 *
 * @param warned Files with their findings.
 * @returns `warnings`, empty where there are none.
 */
export function warningFields(
  warned: readonly CheckedFile[],
): Record<string, unknown> {
  const warnings = warned.flatMap(({ file, findings }) =>
    findings.map(({ code, message, span }) => {
      return { file, code, message, line: span?.line, column: span?.column };
    })
  );
  return { warnings };
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
