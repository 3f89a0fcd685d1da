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
    const many = reading.problems.length > MANY;
    reading.problems.push(
      many ? oneMore(member) : unknown(member, path, reading),
    );
  }
}

/** Beyond as many problems nobody is told of one, so no spelling is looked for. */
const MANY = 1000;

/** An error, whatever it is: a file with a thousand names that are none is no contract. */
function oneMore(member: Member): Problem {
  return {
    code: "contract/unknown-key",
    severity: "error",
    message: `${quote(member.name)} is no key`,
    range: member.nameRange,
  };
}

function unknown(member: Member, path: string, reading: Reading): Problem {
  const where = path === "" ? "the top level" : named(path, reading);
  const problem = unknownName(
    "contract/unknown-key",
    member,
    where,
    HOMES[path]!,
  );
  if (nearest(member.name, HOMES[path]!) !== undefined) return problem;
  const homes = homesOf(member.name, reading);
  if (homes.length > 0) {
    return { ...problem, help: `it belongs to ${homes.join(" and ")}` };
  }
  if (path !== "") return problem;
  const meant = meantBy(member.name, reading);
  if (meant !== undefined) return { ...problem, help: `write ${meant}` };
  // Another program may keep a table of its own in the file, but no more.
  const foreign = member.value.kind === "table" && !reading.strict;
  return foreign ? { ...problem, severity: "warning" } : problem;
}

/** What a name of the top level stands for that spells a path otherwise: joined, in quotes, cut, or misspelt. */
function meantBy(name: string, reading: Reading): string | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = squeezed(name);
  const spellings = new Map(PATHS.map((path) => [squeezed(path), path]));
  const near = nearest(plain, [...spellings.keys()]);
  const path = (near && spellings.get(near)) ?? startOf(plain);
  if (path !== undefined) return spelled(path, reading);
  const leaf = nearest(plain, Object.values(HOMES).flat());
  return leaf && homesOf(leaf, reading).map((home) => `${leaf} in ${home}`)
    .join(" or ");
}

/** No name that anybody would take for one of ours is longer. */
const LONGEST = 64;

/** Every dotted path below the top level. */
const PATHS: readonly string[] = Object.entries(HOMES)
  .filter(([home]) => home !== "")
  .flatMap(([home, names]) => [home, ...names.map((one) => `${home}.${one}`)]);

function squeezed(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The table whose name, or a good part of it, a name starts with. */
function startOf(plain: string): string | undefined {
  if (plain.startsWith("state")) return "state";
  return plain.startsWith("feat") ? "features" : undefined;
}

/** A path as the file writes it: a table, or a name in its table. */
function spelled(path: string, reading: Reading): string {
  if (Object.hasOwn(HOMES, path)) return named(path, reading);
  const at = path.lastIndexOf(".");
  return `${path.slice(at + 1)} in ${named(path.slice(0, at), reading)}`;
}

function homesOf(name: string, reading: Reading): readonly string[] {
  return Object.entries(HOMES).filter(([, names]) => names.includes(name))
    .map(([path]) => path === "" ? "the top level" : named(path, reading));
}

function named(path: string, { format }: Reading): string {
  if (format !== "json") return `[${path}]`;
  return path.split(".").reverse().map(quote).join(" in ");
}
