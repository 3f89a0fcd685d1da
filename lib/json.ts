// Copyright 2026 the lnk authors. MIT license.

/**
 * JSON (RFC 8259) with the place of every value: the same document that
 * `lib/toml.ts` makes of TOML.
 *
 * Nothing is taken of a text with a syntax error. Names that stand twice in
 * one object are all found; the first of them counts.
 *
 * @module
 */

import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type {
  Document,
  Located,
  LocatedTable,
  Problem,
  Range,
} from "./located.ts";
import { isJson, quote, tooDeepAt } from "./text.ts";

/** How deep lists and objects may nest. */
const DEEPEST = 64;

/** What each error of the parser means, by its number. */
const EXPECTED: Readonly<Record<number, string>> = {
  3: "a name in double quotes is expected here",
  4: "a value is expected here",
  5: "a colon is expected here",
  6: "a comma is expected here",
  7: "a closing brace is expected here",
  8: "a closing bracket is expected here",
  9: "nothing may follow the first value",
  10: "comments are no part of it",
  12: "a string ends too early",
  13: "a number ends too early",
  14: "this is no Unicode escape",
  15: "this is no escape",
  16: "a string holds a control character as it is",
};

/**
 * Reads a JSON text.
 *
 * @param text The whole file, decoded, without a byte order mark.
 * @returns Its values; no comments, as JSON has none; and what is wrong with
 *   it as problems (`json/syntax`, `json/duplicate`, `json/too-deep`,
 *   `json/not-an-object`).
 */
export function parseJson(text: string): Document {
  // The parser recurses, so depth is asked before it and not of it.
  const deep = tooDeep(text);
  if (deep) return nothingBut(deep);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error) return nothingBut(syntax(text, error));
  if (!tree || !isJson(text)) return nothingBut(notJson(undefined));
  return toDocument(tree);
}

function tooDeep(text: string): Problem | undefined {
  const index = tooDeepAt(text, DEEPEST);
  return index === undefined ? undefined : {
    code: "json/too-deep",
    severity: "error",
    message: `Lists or objects nest more than ${DEEPEST} deep`,
    range: [index, index + 1],
  };
}

function notJson(reason: string | undefined): Problem {
  const why = reason === undefined ? "" : `: ${reason}`;
  return {
    code: "json/syntax",
    severity: "error",
    message: `This is not JSON${why}`,
  };
}

function syntax(text: string, { error, offset, length }: ParseError): Problem {
  const atEnd = text.slice(offset).trim() === "";
  const start = atEnd ? text.length : offset;
  const help = syntaxHelp(text, start);
  const reason = EXPECTED[error] ??
    `${quote(text.slice(start, start + length))} is no value`;
  return {
    ...notJson(atEnd ? "it ends too early" : reason),
    range: [start, atEnd ? start : start + Math.max(length, 1)],
    ...(help !== undefined && { help }),
  };
}

function syntaxHelp(text: string, offset: number): string | undefined {
  const [at] = text.slice(offset, offset + 1);
  const before = text.slice(Math.max(0, offset - 200), offset).trimEnd();
  if (at === "/" || at === "#") return "JSON has no comments; TOML has";
  if (before.endsWith(",") && (at === "}" || at === "]")) {
    return "JSON takes no comma after the last item";
  }
  if (at === "'") return "JSON takes double quotes only";
  return undefined;
}

function nothingBut(problem: Problem): Document {
  return { root: emptyTable([0, 0]), comments: [], problems: [problem] };
}

function emptyTable(range: Range): LocatedTable {
  return { kind: "table", members: new Map(), range };
}

function toDocument(tree: Node): Document {
  const problems: Problem[] = [];
  const root = toLocated(tree, problems);
  if (root.kind === "table") return { root, comments: [], problems };
  return nothingBut({
    code: "json/not-an-object",
    severity: "error",
    message: "The text is JSON, but not one object in braces",
    range: [root.range[0], root.range[0] + 1],
  });
}

function toLocated(node: Node, problems: Problem[]): Located {
  const { type, value, children = [] } = node;
  const range = place(node);
  switch (type) {
    case "object":
      return toTable(node, problems);
    case "array": {
      const items = children.map((item) => toLocated(item, problems));
      return { kind: "list", items, range };
    }
    case "string":
    case "boolean":
      return { kind: type, value, range };
    default:
      return { kind: type === "null" ? "nothing" : "number", range };
  }
}

function toTable(node: Node, problems: Problem[]): LocatedTable {
  const table = emptyTable(place(node));
  for (const { children } of node.children ?? []) {
    const [name, value] = children ?? [];
    if (name && value) addMember(table, [name, value], problems);
  }
  return table;
}

function addMember(
  table: LocatedTable,
  [nameNode, valueNode]: readonly [Node, Node],
  problems: Problem[],
): void {
  const name: string = nameNode.value;
  const nameRange = place(nameNode);
  const value = toLocated(valueNode, problems);
  const first = table.members.get(name);
  if (!first) {
    table.members.set(name, { name, nameRange, value });
    return;
  }
  problems.push({
    code: "json/duplicate",
    severity: "error",
    message: `${quote(name)} is defined twice`,
    range: nameRange,
    related: { message: "first defined here", range: first.nameRange },
  });
}

function place({ offset, length }: Node): Range {
  return [offset, offset + length];
}
