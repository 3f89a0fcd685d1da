// Copyright 2026 the lnk authors. MIT license.

/**
 * What can still be said of a text that is not TOML: what stands before the
 * statement with the error, and the error itself.
 *
 * @module
 */

import { type AST, type ParseError, parseTOML } from "toml-eslint-parser";
import type {
  Document,
  Located,
  LocatedTable,
  Member,
  Problem,
  Range,
} from "../located.ts";
import { quote } from "../text.ts";
import { endOfWord, syntax } from "./syntax.ts";
import { emptyTable, keyName, toDocument } from "./tree.ts";

/** Beyond this many characters nothing is read around a syntax error: it would take a second. */
const RECOVERED = 128 * 1024;

/**
 * Parses a text as TOML 1.0.
 *
 * @param text The whole text.
 * @returns The parser's tree; throws its `ParseError`.
 */
export function parse(text: string): AST.TOMLProgram {
  return parseTOML(text, { tomlVersion: "1.0" });
}

/** A document of which nothing but a problem is known. */
export function nothingBut(problem: Problem): Document {
  return { root: emptyTable([0, 0]), comments: [], problems: [problem] };
}

/** What stands before the statement with the error, and the error. */
export function recovered(text: string, error: ParseError): Document {
  const before = goodPrefix(text, error.index);
  const problem = error.message.includes("multiple times")
    ? duplicate(text, error.index, before)
    : syntax(text, error, before.length);
  try {
    return { ...toDocument(parse(before)), problems: [problem] };
  } catch {
    return nothingBut(problem);
  }
}

/** The longest run of whole lines before an offset that was found to parse: line by line at first, then in growing steps. */
function goodPrefix(text: string, index: number): string {
  if (text.length > RECOVERED) return "";
  let end = index + 1;
  for (let tried = 0; end > 0; tried++) {
    for (let back = tried < 16 ? 1 : 2 ** (tried - 15); back > 0; back--) {
      end = end > 0 ? text.lastIndexOf("\n", end - 2) + 1 : 0;
    }
    const prefix = text.slice(0, end);
    if (parses(prefix)) return prefix;
  }
  return "";
}

function parses(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function duplicate(text: string, index: number, before: string): Problem {
  const lineStart = text.lastIndexOf("\n", index - 1) + 1;
  const found = firstPlace(
    text.slice(lineStart).split("\n", 1)[0]!,
    index - lineStart,
    before,
  );
  const end = found ? index + found.length : endOfWord(text, index);
  return {
    code: "toml/duplicate",
    severity: "error",
    message: `${quote(found?.name ?? text.slice(index, end))} is defined twice`,
    range: [index, end],
    ...(/^\s*\[/.test(text.slice(lineStart, index)) && {
      help: "put its keys below the first one",
    }),
    ...(found?.first && {
      related: { message: "first defined here", range: found.first },
    }),
  };
}

/** Where the name at a column of a line was defined before, and how long it is. */
function firstPlace(
  line: string,
  column: number,
  before: string,
): { name: string; length: number; first: Range | undefined } | undefined {
  try {
    const context = parse(before).body[0].body.at(-1);
    const [statement] = parse(line).body[0].body;
    if (!statement) return undefined;
    const at = statement.key.keys.findIndex(({ range }) => range[0] === column);
    const key = statement.key.keys[at];
    if (!key) return undefined;
    const table =
      statement.type === "TOMLKeyValue" && context?.type === "TOMLTable"
        ? context.resolvedKey
        : [];
    const path = [
      ...table,
      ...statement.key.keys.slice(0, at + 1).map(keyName),
    ];
    return {
      name: keyName(key),
      length: key.range[1] - key.range[0],
      first: lookUp(toDocument(parse(before)).root, path),
    };
  } catch {
    return undefined;
  }
}

function lookUp(
  root: LocatedTable,
  path: readonly (string | number)[],
): Range | undefined {
  let value: Located = root;
  let place: Range | undefined;
  for (const step of path) {
    if (typeof step === "number") {
      const item: Located | undefined = value.kind === "list"
        ? value.items[step]
        : undefined;
      if (!item) return undefined;
      value = item;
    } else {
      const member: Member | undefined = value.kind === "table"
        ? value.members.get(step)
        : undefined;
      if (!member) return undefined;
      [value, place] = [member.value, member.nameRange];
    }
  }
  return place;
}
