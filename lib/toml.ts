// Copyright 2026 the lnk authors. MIT license.

/**
 * TOML 1.0 with the place of every value.
 *
 * A file with a syntax error is read up to the statement that holds it, so
 * that what stands before is still checked.
 *
 * @module
 */

import { ParseError } from "toml-eslint-parser";
import type { Document, Problem, Range } from "./located.ts";
import { nothingBut, parse, recovered } from "./toml/recover.ts";
import { DEEPEST, toDocument, TooDeep } from "./toml/tree.ts";

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
