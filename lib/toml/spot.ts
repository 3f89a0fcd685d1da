// Copyright 2026 the lnk authors. MIT license.

/**
 * Where a parser gave up, and what was done there.
 *
 * @module
 */

import type { Range } from "../located.ts";

/** A place at which the parser gave up. */
export interface Spot {
  /** The whole text. */
  readonly text: string;
  /** The offset. */
  readonly index: number;
  /** Where the statement starts, as far as that is known. */
  readonly start: number;
  /** The parser's words. */
  readonly reason: string;
}

/** What people did at a spot. */
export interface Slip {
  /** In place of the parser's words. */
  readonly state: string;
  /** What to write instead. */
  readonly help?: string;
  /** Where it is. */
  readonly range: Range;
}
