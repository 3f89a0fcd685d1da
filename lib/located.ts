// Copyright 2026 the lnk authors. MIT license.

/**
 * Values read from a file, each with the place it stands: what TOML and JSON
 * files have in common for a check.
 *
 * @module
 */

import type { Finding, Span } from "./finding.ts";
import { nearest, quote } from "./text.ts";

/** A stretch of text as offsets, the end exclusive. */
export type Range = readonly [start: number, end: number];

/** A value with its place. */
export type Located =
  | { readonly kind: "string"; readonly value: string; readonly range: Range }
  | { readonly kind: "boolean"; readonly value: boolean; readonly range: Range }
  | {
    readonly kind: "list";
    readonly items: readonly Located[];
    readonly range: Range;
  }
  | LocatedTable
  | { readonly kind: "number" | "date" | "nothing"; readonly range: Range };

/** A table with its members in order of place. */
export interface LocatedTable {
  /** Tells it from the other kinds. */
  readonly kind: "table";
  /** By name; a Map, so that no name is special. */
  readonly members: Map<string, Member>;
  /** Its header, or its braces. */
  readonly range: Range;
}

/** A named value of a table. */
export interface Member {
  /** The name, decoded. */
  readonly name: string;
  /** Where the name stands (its first place). */
  readonly nameRange: Range;
  /** What it stands for. */
  readonly value: Located;
}

/** A comment, from its `#` to the end of its line. */
export interface Comment {
  /** The text after the `#`. */
  readonly text: string;
  /** Where it stands. */
  readonly range: Range;
}

/** A file as a check sees it. */
export interface Document {
  /** All values up to the first syntax error. */
  readonly root: LocatedTable;
  /** All comments up to the first syntax error. */
  readonly comments: readonly Comment[];
  /** The syntax error, if there is one. */
  readonly problems: readonly Problem[];
}

/** A finding whose place is still an offset. */
export interface Problem extends Omit<Finding, "span" | "related"> {
  /** Where it stands; absent when it speaks of the whole file. */
  readonly range?: Range;
  /** The other place of a clash. */
  readonly related?: { readonly message: string; readonly range: Range };
}

/** What people call each kind of value. */
const CALLED: Readonly<Record<Located["kind"], string>> = {
  string: "a string",
  boolean: "true or false",
  list: "a list",
  table: "a table",
  number: "a number",
  date: "a date",
  nothing: "null",
};

/**
 * What people call a value.
 *
 * @param value Any value.
 * @returns Such as `a list`.
 */
export function called(value: Located): string {
  return CALLED[value.kind];
}

/**
 * Turns offsets into lines and columns, fast for ascending offsets.
 *
 * Lines end at a line feed only; columns count code points from 1.
 *
 * @param text The whole file.
 * @returns A function from a range to a span.
 */
export function spans(text: string): (range: Range) => Span {
  let at = { offset: 0, line: 1, column: 1 };
  let start = at;
  const place = (target: number) => {
    // The start of the last range is as good a place to go on from as its end.
    if (target < at.offset) at = start;
    if (target < at.offset) at = { offset: 0, line: 1, column: 1 };
    let { offset, line, column } = at;
    while (offset < target) {
      const code = text.codePointAt(offset)!;
      offset += code > 0xffff ? 2 : 1;
      if (code === 10) [line, column] = [line + 1, 1];
      else column++;
    }
    at = { offset, line, column };
    return at;
  };
  return ([from, to]) => {
    start = place(from);
    const end = place(to);
    return {
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
    };
  };
}

/**
 * Gives problems their lines and columns.
 *
 * @param text The whole file.
 * @param problems In any order.
 * @returns The same as findings, in order of place.
 */
export function locate(text: string, problems: readonly Problem[]): Finding[] {
  const toSpan = spans(text);
  const firsts = relatedSpans(text, problems);
  const start = ({ range }: Problem) => range?.[0] ?? -1;
  return problems.toSorted((a, b) => start(a) - start(b))
    .map(({ range, related, ...rest }) => ({
      ...rest,
      ...(range && { span: toSpan(range) }),
      ...(related && {
        related: { message: related.message, span: firsts.get(related)! },
      }),
    }));
}

/** Second places in an ascending pass of their own: going back for each starts over at the top. */
function relatedSpans(
  text: string,
  problems: readonly Problem[],
): ReadonlyMap<NonNullable<Problem["related"]>, Span> {
  const toSpan = spans(text);
  const all = problems.flatMap(({ related }) => related ?? []);
  return new Map(
    all.sort((a, b) => a.range[0] - b.range[0])
      .map((related) => [related, toSpan(related.range)]),
  );
}

/**
 * Says that a name is not known, and which one was most likely meant.
 *
 * @param code The finding's code.
 * @param member The member with the unknown name.
 * @param where What it stands in, such as `[commands]`.
 * @param known The names that are known there.
 * @returns An error.
 */
export function unknownName(
  code: string,
  member: Member,
  where: string,
  known: readonly string[],
): Problem {
  const near = nearest(member.name, known);
  return {
    code,
    severity: "error",
    message: `${quote(member.name)} is no key of ${where}`,
    range: member.nameRange,
    help: near === undefined
      ? `${where} knows ${known.map(quote).join(", ")}`
      : `did you mean ${quote(near)}?`,
  };
}
