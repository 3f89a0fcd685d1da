// Copyright 2026 the lnk authors. MIT license.

/**
 * TOML 1.0 with the place of every value.
 *
 * A file with a syntax error is read up to the statement that holds it, so
 * that what stands before is still checked.
 *
 * @module
 */

import { type AST, ParseError, parseTOML } from "toml-eslint-parser";
import type {
  Document,
  Located,
  LocatedTable,
  Member,
  Problem,
  Range,
} from "./located.ts";
import { quote } from "./text.ts";

/** How deep lists and tables may nest, and how many parts a dotted key may have. */
const DEEPEST = 64;

/** Beyond this many characters nothing is read around a syntax error: it would take a second. */
const RECOVERED = 128 * 1024;

/** Thrown while an AST is walked, with the place that is too deep. */
class TooDeep extends Error {
  constructor(readonly range: Range) {
    super();
  }
}

/**
 * Reads a TOML text.
 *
 * @param text The whole file, decoded, without a byte order mark.
 * @returns Its values and comments up to the first syntax error, and that
 *   error as a problem (`toml/syntax`, `toml/duplicate`, `toml/too-deep`).
 */
export function parseToml(text: string): Document {
  try {
    return toDocument(parse(text));
  } catch (error) {
    if (error instanceof TooDeep) return nothingBut(tooDeep(error.range));
    // The parser recurses into inline tables.
    if (error instanceof RangeError) return nothingBut(tooDeep(deepLine(text)));
    if (error instanceof ParseError) return recovered(text, error);
    throw error;
  }
}

function parse(text: string): AST.TOMLProgram {
  return parseTOML(text, { tomlVersion: "1.0" });
}

function nothingBut(problem: Problem): Document {
  return { root: emptyTable([0, 0]), comments: [], problems: [problem] };
}

function tooDeep(range: Range | undefined): Problem {
  return {
    code: "toml/too-deep",
    severity: "error",
    message: `Lists, tables or dotted names nest more than ${DEEPEST} deep`,
    ...(range && { range }),
  };
}

/** The first line with more brackets than may nest. */
function deepLine(text: string): Range | undefined {
  let start = 0;
  for (const line of text.split("\n")) {
    if (line.replace(/[^[{]+/g, "").length > DEEPEST) {
      const from = start + line.search(/[[{]/);
      return [from, from + 1];
    }
    start += line.length + 1;
  }
  return undefined;
}

/** What stands before the statement with the error, and the error. */
function recovered(text: string, error: ParseError): Document {
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

function syntax(text: string, error: ParseError, start: number): Problem {
  const { index } = error;
  const reason = error.message.replace(/^[A-Z]/, (c) => c.toLowerCase());
  const help = syntaxHelp(text, index) ??
    (reason.includes("comma") ? "put a comma between entries" : undefined);
  const opening = help === undefined
    ? openedAbove(text, start, index)
    : undefined;
  return {
    code: "toml/syntax",
    severity: "error",
    message: `This is not TOML: ${reason}`,
    range: [index, endOfWord(text, index)],
    ...(help !== undefined && { help }),
    ...(opening && { related: opening }),
  };
}

function endOfWord(text: string, index: number): number {
  const word = /^[\w.+-]+/.exec(text.slice(index, index + 100));
  return Math.min(index + Math.max(word?.[0].length ?? 0, 1), text.length);
}

function syntaxHelp(text: string, index: number): string | undefined {
  const word = text.slice(index, endOfWord(text, index));
  const before = text.slice(Math.max(0, index - 200), index).trimEnd();
  if (/^[A-Za-z.]/.test(word) && /[=[,]$/.test(before)) {
    return `text needs quotes: ${quote(word)}`;
  }
  if (word === "\r") {
    return "end lines with a line feed, not a carriage return alone";
  }
  return undefined;
}

/** The bracket of an earlier line that is still open where the error is. */
function openedAbove(
  text: string,
  start: number,
  index: number,
): Problem["related"] {
  const statement = text.slice(start, index);
  const open = /^[^"'#\n[{]*=\s*(?=[[{][^\]}]*$)/.exec(statement);
  if (!open || !statement.includes("\n")) return undefined;
  const at = start + open[0].length;
  return {
    message: "this is still open; was its end forgotten?",
    range: [at, at + 1],
  };
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

function emptyTable(range: Range): LocatedTable {
  return { kind: "table", members: new Map(), range };
}

function toDocument(program: AST.TOMLProgram): Document {
  const root = emptyTable([0, 0]);
  for (const statement of program.body[0].body) {
    if (statement.type === "TOMLKeyValue") addPair(root, statement);
    else addTable(root, statement);
  }
  const comments = program.comments.map(({ value, range }) => ({
    text: value,
    range,
  }));
  return { root, comments, problems: [] };
}

function addTable(root: LocatedTable, table: AST.TOMLTable): void {
  const { keys } = table.key;
  const parent = descend(root, keys.slice(0, -1), table.key.range);
  const last = keys.at(-1)!;
  const target = table.kind === "array"
    ? appendTable(parent, last, table.key.range)
    : descend(parent, [last], table.key.range);
  for (const pair of table.body) addPair(target, pair);
}

function appendTable(
  parent: LocatedTable,
  key: AST.TOMLBare | AST.TOMLQuoted,
  range: Range,
): LocatedTable {
  const name = keyName(key);
  const fresh = emptyTable(range);
  const list = parent.members.get(name)?.value;
  const items = list?.kind === "list" ? list.items : [];
  parent.members.set(name, {
    name,
    nameRange: parent.members.get(name)?.nameRange ?? key.range,
    value: {
      kind: "list",
      items: [...items, fresh],
      range: list?.range ?? range,
    },
  });
  return fresh;
}

function addPair(
  table: LocatedTable,
  pair: AST.TOMLKeyValue,
  depth = 1,
): void {
  const { keys } = pair.key;
  const parent = descend(table, keys.slice(0, -1), pair.key.range);
  const last = keys.at(-1)!;
  const name = keyName(last);
  parent.members.set(name, {
    name,
    nameRange: last.range,
    value: toLocated(pair.value, depth),
  });
}

/** The table at the end of a dotted name, made where it is not there yet. */
function descend(
  from: LocatedTable,
  keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[],
  range: Range,
): LocatedTable {
  if (keys.length > DEEPEST) throw new TooDeep(range);
  let table = from;
  for (const key of keys) table = child(table, key, range);
  return table;
}

function child(
  table: LocatedTable,
  key: AST.TOMLBare | AST.TOMLQuoted,
  range: Range,
): LocatedTable {
  const name = keyName(key);
  const known = table.members.get(name)?.value;
  if (known?.kind === "table") return known;
  // `[[a]]` then `[a.b]`: TOML speaks of the last table of the list.
  const last = known?.kind === "list" ? known.items.at(-1) : undefined;
  if (last?.kind === "table") return last;
  const fresh = emptyTable(range);
  table.members.set(name, { name, nameRange: key.range, value: fresh });
  return fresh;
}

function toLocated(node: AST.TOMLContentNode, depth: number): Located {
  const { range } = node;
  if (depth > DEEPEST) throw new TooDeep(range);
  if (node.type === "TOMLArray") {
    const items = node.elements.map((item) => toLocated(item, depth + 1));
    return { kind: "list", items, range };
  }
  if (node.type === "TOMLInlineTable") return inlineTable(node, depth);
  if (node.kind === "string" || node.kind === "boolean") {
    return { kind: node.kind, value: node.value, range } as Located;
  }
  return { kind: /date|time/.test(node.kind) ? "date" : "number", range };
}

function inlineTable(node: AST.TOMLInlineTable, depth: number): LocatedTable {
  const table = emptyTable(node.range);
  for (const pair of node.body) addPair(table, pair, depth + 1);
  return table;
}

function keyName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}
