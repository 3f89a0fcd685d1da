// Copyright 2026 the lnk authors. MIT license.

/**
 * Numbers that name records, as callers give them.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { LogRange } from "./interface.ts";

/**
 * Refuses a range that means nothing.
 *
 * @param range Which records are asked for.
 * @throws {LnkError} `store/range`.
 */
export function requireRange({ after, through, limit }: LogRange): void {
  requireWhole("after", after ?? 0, 0);
  requireWhole("through", through ?? 0, 0);
  requireWhole("limit", limit ?? 1, 1);
}

/**
 * Refuses a number that is no sequence.
 *
 * @param seq The sequence that a record is meant to get.
 * @throws {LnkError} `store/range`.
 */
export function requireSequence(seq: number): void {
  requireWhole("seq", seq, 1);
}

function requireWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  const most = Number.MAX_SAFE_INTEGER;
  throw new LnkError(
    "usage",
    "store/range",
    `Cannot use ${value} as "${name}": it is no whole number from ${least} to ${most}`,
  );
}
