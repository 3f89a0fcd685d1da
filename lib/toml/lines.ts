// Copyright 2026 the lnk authors. MIT license.

/**
 * Lines of a text that is no TOML, as far as they must be understood to say
 * what is wrong with it.
 *
 * @module
 */

/** A line of a text. */
export interface Line {
  /** Where it starts. */
  readonly start: number;
  /** Its text, without the line feed. */
  readonly text: string;
}

/** The line that holds an offset. */
export function lineAt(text: string, index: number): Line {
  const start = text.lastIndexOf("\n", index - 1) + 1;
  const end = text.indexOf("\n", index);
  return { start, text: text.slice(start, end < 0 ? text.length : end) };
}

/** The last line with more than white space before an offset, its own line included. */
export function saidBefore(text: string, index: number): Line {
  const end = text.slice(0, index).trimEnd().length;
  return lineAt(text, Math.max(end - 1, 0));
}

/** A quote and what stands in it; the end is missing where nothing closes it. */
export interface Quoted {
  /** Where the quote opens. */
  readonly start: number;
  /** Behind the quote that closes it. */
  readonly end: number | undefined;
  /** One of `"`, `'` and three of them. */
  readonly mark: string;
}

/**
 * Goes through the quoted texts, comments passed over.
 *
 * @param text The text.
 * @param from Where to start: at no place inside of quotes.
 * @yields Each quoted text in order; the last one may have no end.
 */
export function* quotes(text: string, from: number): Generator<Quoted> {
  const opening = /"""|'''|["'#]/g;
  opening.lastIndex = from;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const mark = found[0];
    if (mark === "#") {
      const line = text.indexOf("\n", found.index);
      if (line < 0) return;
      opening.lastIndex = line;
      continue;
    }
    const end = closing(text, found.index + mark.length, mark);
    yield { start: found.index, end, mark };
    if (end === undefined) return;
    opening.lastIndex = end;
  }
}

function closing(text: string, from: number, mark: string): number | undefined {
  const lineEnd = mark.length === 1 ? text.indexOf("\n", from) : -1;
  for (let at = from;;) {
    const found = text.indexOf(mark, at);
    if (found < 0 || (lineEnd >= 0 && found > lineEnd)) return undefined;
    if (mark.startsWith("'") || !escaped(text, found)) {
      return found + mark.length;
    }
    at = found + 1;
  }
}

/** Whether an odd number of backslashes stands before an offset. */
function escaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === "\\") first--;
  return (index - first) % 2 === 1;
}
