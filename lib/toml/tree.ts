// Copyright 2026 the lnk authors. MIT license.

/**
 * From the parser's tree to located values.
 *
 * @module
 */

import type { AST } from "toml-eslint-parser";
import type { Document, Located, LocatedTable, Range } from "../located.ts";
import { DEEPEST, LONGEST, TooMuch } from "./limits.ts";

/** A table without members. */
export function emptyTable(range: Range): LocatedTable {
  return { kind: "table", members: new Map(), range };
}

/** The values and comments of a parsed text; throws {@linkcode TooMuch}. */
export function toDocument(program: AST.TOMLProgram): Document {
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
  if (list?.kind === "list") {
    // Every list is made here: copying it for each table would take for ever.
    (list.items as Located[]).push(fresh);
    return fresh;
  }
  parent.members.set(name, {
    name,
    nameRange: key.range,
    value: { kind: "list", items: [fresh], range },
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
  if (keys.length > DEEPEST) throw new TooMuch("deep", range);
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
  if (depth > DEEPEST) throw new TooMuch("deep", range);
  if (node.type === "TOMLArray") {
    const items = node.elements.map((item) => toLocated(item, depth + 1));
    return { kind: "list", items, range };
  }
  if (node.type === "TOMLInlineTable") return inlineTable(node, depth);
  if (node.kind === "string" && node.value.length > LONGEST) {
    throw new TooMuch("long", [range[0], range[0] + 1]);
  }
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

/** The decoded name of a key. */
export function keyName(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}
