// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads tables of a contract whose values are truth values or a word.
 *
 * @module
 */

import {
  called,
  type Located,
  type LocatedTable,
  type Problem,
} from "../located.ts";
import { nearest, quote } from "../text.ts";
import { HOMES, type Reading, refuseUnknown } from "./names.ts";

/**
 * Reads a table of truth values, some of which may also be a word.
 *
 * @param parent The table that holds it.
 * @param path Its name in {@linkcode HOMES}.
 * @param words The words that are values too.
 * @param reading Where problems go.
 * @returns What was declared rightly; `undefined` if there is no such table.
 */
export function readFlags(
  parent: LocatedTable,
  path: string,
  words: readonly string[],
  reading: Reading,
): Readonly<Record<string, boolean | string>> | undefined {
  const table = readTable(parent, path, reading);
  if (!table) return undefined;
  const flags: Record<string, boolean | string> = {};
  for (const name of HOMES[path]!) {
    const value = table.members.get(name)?.value;
    if (!value) continue;
    const allowed = path === "state.import" && name !== "conversations"
      ? []
      : words;
    const flag = readFlag(value, allowed);
    if (flag === undefined) reading.problems.push(noFlag(name, value, allowed));
    else flags[name] = flag;
  }
  return flags;
}

function readFlag(
  value: Located,
  words: readonly string[],
): boolean | string | undefined {
  if (value.kind === "boolean") return value.value;
  if (value.kind !== "string" || !words.includes(value.value)) return undefined;
  return value.value;
}

function noFlag(
  name: string,
  value: Located,
  words: readonly string[],
): Problem {
  const takes = ["true", "false", ...words.map(quote)];
  const list = `${takes.slice(0, -1).join(", ")} or ${takes.at(-1)}`;
  const help = value.kind === "string"
    ? flagHelp(value.value, words)
    : undefined;
  return {
    ...wrongType(name, value, list),
    ...(help !== undefined && { help }),
  };
}

function flagHelp(
  written: string,
  words: readonly string[],
): string | undefined {
  if (/^(true|false)$/i.test(written)) {
    return `write ${written.toLowerCase()} without quotes`;
  }
  const near = nearest(written, words);
  if (near !== undefined) return `did you mean ${quote(near)}?`;
  if (written === "none") return "only [state.export] says none of it is held";
  if (written === "text") return "only conversations can be taken in as text";
  return undefined;
}

/**
 * Says that a value has the wrong type.
 *
 * @param name The value's name.
 * @param value What stands there.
 * @param wanted What should.
 * @returns An error.
 */
export function wrongType(
  name: string,
  value: Located,
  wanted: string,
): Problem {
  const is = value.kind === "string" ? quote(value.value) : called(value);
  return {
    code: "contract/wrong-type",
    severity: "error",
    message: `${quote(name)} is ${is}: it takes ${wanted}`,
    range: value.range,
  };
}

/**
 * Looks up a table in another and refuses what is no part of it.
 *
 * @param parent The table that holds it.
 * @param path Its name in {@linkcode HOMES}.
 * @param reading Where problems go.
 * @returns The table; `undefined` if there is none.
 */
export function readTable(
  parent: LocatedTable,
  path: string,
  reading: Reading,
): LocatedTable | undefined {
  const name = path.split(".").at(-1)!;
  const value = parent.members.get(name)?.value;
  if (!value) return undefined;
  if (value.kind !== "table") {
    reading.problems.push(wrongType(name, value, "a table"));
    return undefined;
  }
  refuseUnknown(value, path, reading);
  return value;
}
