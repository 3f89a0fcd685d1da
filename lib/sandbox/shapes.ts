// Copyright 2026 the lnk authors. MIT license.

/**
 * The shapes of a sandbox file: tables and lists of strings.
 *
 * @module
 */

import type { Place, TeamFolders } from "../grants.ts";
import {
  called,
  type Located,
  type LocatedTable,
  type Member,
  type Problem,
  type Range,
} from "../located.ts";
import { quote } from "../text.ts";
import { unknownKey } from "./unknown.ts";

/** How a file is read. */
export interface ReadOptions {
  /** Whether an unknown table is an error. */
  readonly strict?: boolean;
  /** Whether all of the file could be parsed; else nothing is called missing. */
  readonly whole: boolean;
}

/** A reading under way. */
export interface Reading extends ReadOptions {
  /** What was found. */
  readonly problems: Problem[];
  /** Where the values stand. */
  readonly ranges: [Place, Range][];
  /** The teams of which not all could be read. */
  readonly unclear: string[];
}

/** Both lists of a table. */
export function readLists(
  reading: Reading,
  table: LocatedTable,
  place: Place,
): TeamFolders {
  const list = (name: "write" | "read") =>
    readNames(reading, table.members.get(name), [...place, name]);
  return { write: list("write"), read: list("read") };
}

/** The strings of a list; what is none is reported, and holds its place as a name of its own would. */
export function readNames(
  reading: Reading,
  member: Member | undefined,
  place: Place,
): string[] {
  if (!member) return [];
  const { value } = member;
  if (value.kind !== "list") {
    reading.problems.push(
      wrongType(value, quote(member.name), "a list", value),
    );
    return [];
  }
  const names: string[] = [];
  for (const item of value.items) {
    if (item.kind === "string") {
      reading.ranges.push([[...place, names.length], item.range]);
      names.push(item.value);
    } else {
      reading.problems.push(
        wrongType(item, `An entry of ${quote(member.name)}`, "a string"),
      );
    }
  }
  return names;
}

/** A member as a table, or the problem that it is none. */
export function asTable(
  reading: Reading,
  member: Member,
  header: string,
): LocatedTable | undefined {
  if (member.value.kind === "table") return member.value;
  reading.problems.push({
    ...wrongType(member.value, quote(member.name), "a table"),
    range: member.nameRange,
    help: `write ${header} on a line of its own, and its keys below`,
  });
  return undefined;
}

function wrongType(
  value: Located,
  what: string,
  wanted: string,
  single?: Located,
): Problem {
  return {
    code: "sandbox/wrong-type",
    severity: "error",
    message: `${what} is ${called(value)}, and must be ${wanted}`,
    range: value.range,
    ...(single?.kind === "string" && {
      help: `put brackets around it: [${quote(single.value)}]`,
    }),
  };
}

/** Reports the names that a table does not have. */
export function refuseUnknown(
  reading: Reading,
  table: LocatedTable,
  place: Place,
): void {
  for (const member of table.members.values()) {
    const problem = unknownKey(member, place);
    if (problem) reading.problems.push(problem);
  }
}
