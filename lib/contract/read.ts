// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads a contract out of located values, and says what is no part of one.
 *
 * @module
 */

import type { LocatedTable, Problem } from "../located.ts";
import { quote } from "../text.ts";
import { type Reading, refuseUnknown } from "./names.ts";
import { readFlags, readTable, wrongType } from "./read_flags.ts";
import { readPaths, relatePaths } from "./read_paths.ts";
import type { Contract, ContractState } from "./types.ts";

/** A contract and what is wrong with it. */
export interface ReadContract {
  /** What was declared rightly; absent without a name. */
  readonly contract: Contract | undefined;
  /** All problems, in no order. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the root of a contract.
 *
 * @param root All values of the file.
 * @param reading What is known of the file.
 * @returns What it declares and what is wrong.
 */
export function readContract(
  root: LocatedTable,
  reading: Reading,
): ReadContract {
  refuseUnknown(root, "", reading);
  const name = readName(root, reading);
  const state = readState(root, reading);
  const features = readFlags(root, "features", [], reading);
  const contract = name === undefined
    ? undefined
    : { name, ...(state && { state }), ...(features && { features }) };
  return { contract, problems: reading.problems };
}

function readName(root: LocatedTable, reading: Reading): string | undefined {
  const value = root.members.get("name")?.value;
  if (!value) {
    if (reading.whole) reading.problems.push(noName(reading));
    return undefined;
  }
  if (value.kind !== "string") {
    reading.problems.push(wrongType("name", value, "a string"));
    return undefined;
  }
  const fault = nameFault(value.value);
  if (fault === undefined) return value.value;
  reading.problems.push({
    code: "contract/bad-name",
    severity: "error",
    message: `${quote(value.value)} is no harness's name: ${fault}`,
    range: value.range,
  });
  return undefined;
}

function nameFault(name: string): string | undefined {
  if (name === "") return "it is empty";
  if (name.startsWith(".")) return "it starts with a dot";
  if (name.length > 128) return "it has more than 128 characters";
  if (/^[A-Za-z0-9._-]+$/.test(name)) return undefined;
  return "it has a character that is no letter, digit, ., _ or -";
}

function noName({ format }: Reading): Problem {
  return {
    code: "contract/no-name",
    severity: "error",
    message: "The contract does not name its harness",
    help: format === "json"
      ? 'add "name": "goose"'
      : 'add name = "goose" above the first table',
  };
}

function readState(
  root: LocatedTable,
  reading: Reading,
): ContractState | undefined {
  const table = readTable(root, "state", reading);
  if (!table) return undefined;
  const include = readPaths(table, "include", reading.problems);
  const exclude = readPaths(table, "exclude", reading.problems);
  if (reading.whole) {
    reading.problems.push(...relatePaths(include ?? [], exclude ?? []));
  }
  const exports = readFlags(table, "state.export", ["none"], reading);
  const imports = readFlags(table, "state.import", ["text"], reading);
  return {
    ...(include && { include: include.map(({ value }) => value) }),
    ...(exclude && { exclude: exclude.map(({ value }) => value) }),
    ...(exports && { export: exports as ContractState["export"] & object }),
    ...(imports && { import: imports as ContractState["import"] & object }),
  };
}
