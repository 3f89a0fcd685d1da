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
import type { Document } from "./located.ts";
import { exhausted, TooMuch, tooMuch } from "./toml/limits.ts";
import { nothingBut, parse, recovered } from "./toml/recover.ts";
import { toDocument } from "./toml/tree.ts";

/**
 * Reads a TOML text.
 *
 * @param text The whole file, decoded, without a byte order mark.
 * @returns Its values and comments up to the first syntax error, and that
 *   error as a problem (`toml/syntax`, `toml/duplicate`, `toml/too-deep`,
 *   `toml/too-long`).
 */
export function parseToml(text: string): Document {
  try {
    return toDocument(parse(text));
  } catch (error) {
    if (error instanceof TooMuch) {
      return nothingBut(tooMuch(error.what, error.range));
    }
    // The parser recurses into inline tables, and spreads texts over its stack.
    if (error instanceof RangeError) return nothingBut(exhausted(text));
    if (error instanceof ParseError) return recovered(text, error);
    throw error;
  }
}
