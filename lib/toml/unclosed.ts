// Copyright 2026 the lnk authors. MIT license.

/**
 * Brackets and quotes that are not closed: the parser gives up at what comes
 * next, people look for where it opens.
 *
 * @module
 */

import { quote } from "../text.ts";
import { lineAt, quotes, saidBefore } from "./lines.ts";
import type { Slip, Spot } from "./spot.ts";

/** The next statement: a table's header or a key with its sign. */
const STATEMENT = /^\s*(?:\[\[?[\w."' -]+\]\]?\s*(?:#.*)?$|[\w."'-]+\s*=)/;

/** What is not closed before a spot, if that is what is wrong there. */
export function unclosedAt(spot: Spot): Slip | undefined {
  return openHeader(spot) ?? openList(spot) ?? openText(spot);
}

function openHeader({ text, index, reason }: Spot): Slip | undefined {
  if (!/table-key|on the same line/.test(reason)) return undefined;
  const line = saidBefore(text, index);
  const header = /^(\s*)(\[\[?)[^\]#\n]*/.exec(line.text);
  if (!header) return undefined;
  const [all, space, mark] = header;
  return {
    state: "the table's name is not closed",
    help: `close it with ${mark!.replaceAll("[", "]")}`,
    range: [line.start + space!.length, line.start + all.trimEnd().length],
  };
}

function openList({ text, index, start }: Spot): Slip | undefined {
  const statement = text.slice(start, index);
  const open = /^(?:\s*(?:#.*)?\n)*[^"'#\n[{]*=\s*(?=[[{][^\]}]*$)/
    .exec(statement);
  if (!open || !statement.slice(open[0].length).includes("\n")) {
    return undefined;
  }
  const next = lineAt(text, index);
  const ended = text.slice(index).trim() === "" || STATEMENT.test(next.text);
  if (!ended) return undefined;
  const at = start + open[0].length;
  const [kind, mark] = text[at] === "[" ? ["list", "]"] : ["table", "}"];
  return {
    state: `the ${kind} is not closed`,
    help: `close the ${kind} with ${mark}`,
    range: [at, at + 1],
  };
}

function openText({ text, index, start, reason }: Spot): Slip | undefined {
  if (!reason.startsWith("unterminated string")) return undefined;
  const from = text.slice(start, index).includes('"""') ||
      text.slice(start, index).includes("'''")
    ? start
    : lineAt(text, index).start;
  const open = quotes(text, from).find(({ end }) => end === undefined);
  if (!open) return undefined;
  const { mark } = open;
  const escapes = mark === '"' && text.slice(open.start, index).includes('\\"');
  return {
    state: "the text is not closed",
    help: escapes
      ? `close it with ${mark}; \\" is a quote inside of the text, so write ` +
        "'...' around text with backslashes"
      : `close it with ${mark}`,
    range: [open.start, open.start + mark.length],
  };
}

/** A key that has no value, on its own line. */
export function noValue({ text, index, reason }: Spot): Slip | undefined {
  if (!/unspecified|unexpected char/.test(reason)) return undefined;
  const line = saidBefore(text, index);
  const found = /^(\s*)([^\s=#][^=#]*?)\s*=\s*(?:#.*)?$/.exec(
    line.text.slice(0, Math.max(0, index - line.start)),
  );
  if (
    !found || lineAt(text, index).start === line.start && index < text.length
  ) {
    return undefined;
  }
  const [, space, key] = found;
  const from = line.start + space!.length;
  return {
    state: `${quote(key!)} has no value`,
    help: "write one behind the =, such as [] for an empty list",
    range: [from, from + key!.length],
  };
}
