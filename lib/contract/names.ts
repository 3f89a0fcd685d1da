// Copyright 2026 the lnk authors. MIT license.

/**
 * The names of a contract and the tables they belong to.
 *
 * @module
 */

import {
  type LocatedTable,
  type Member,
  type Problem,
  unknownName,
} from "../located.ts";
import { nearest, quote } from "../text.ts";
import { FEATURE_PARTS, STATE_PARTS } from "./types.ts";

/** How a contract is written. */
export type ContractFormat = "toml" | "json";

/** What is known while a contract is read. */
export interface Reading {
  /** What was found before; more is added. */
  readonly problems: Problem[];
  /** How the file writes a table's name. */
  readonly format: ContractFormat;
  /** Whether unknown tables of the top level are errors. */
  readonly strict: boolean;
  /** Whether the text was read to its end, so that what is missing is missing. */
  readonly whole: boolean;
}

/** Every name of a contract with the tables it belongs to; the empty one is the top level. */
export const HOMES: Readonly<Record<string, readonly string[]>> = {
  "": ["name", "state", "features"],
  state: ["include", "exclude", "export", "import"],
  "state.export": STATE_PARTS,
  "state.import": STATE_PARTS,
  features: FEATURE_PARTS,
};

/**
 * Says of every name that is no part of a table that it is none.
 *
 * @param table The table.
 * @param path Its name in {@linkcode HOMES}.
 * @param reading Where problems go.
 */
export function refuseUnknown(
  table: LocatedTable,
  path: string,
  reading: Reading,
): void {
  for (const member of table.members.values()) {
    if (HOMES[path]!.includes(member.name)) continue;
    reading.problems.push(unknown(member, path, reading));
  }
}

function unknown(member: Member, path: string, reading: Reading): Problem {
  const where = path === "" ? "the top level" : named(path, reading);
  const problem = unknownName(
    "contract/unknown-key",
    member,
    where,
    HOMES[path]!,
  );
  const near = nearest(member.name, HOMES[path]!) !== undefined;
  const homes = near ? [] : homesOf(member.name, reading);
  if (homes.length > 0) {
    return { ...problem, help: `it belongs to ${homes.join(" and ")}` };
  }
  // Another program may keep a table of its own in the file.
  const foreign = path === "" && !near && !reading.strict;
  return foreign ? { ...problem, severity: "warning" } : problem;
}

function homesOf(name: string, reading: Reading): readonly string[] {
  return Object.entries(HOMES).filter(([, names]) => names.includes(name))
    .map(([path]) => path === "" ? "the top level" : named(path, reading));
}

function named(path: string, { format }: Reading): string {
  return format === "json" ? quote(path) : `[${path}]`;
}
