// Copyright 2026 the lnk authors. MIT license.

/**
 * Randomness that a seed repeats.
 *
 * @module
 */

/** A source of randomness. */
export interface Chance {
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
  /** Bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

/**
 * Randomness that a seed repeats (mulberry32).
 *
 * @param seed Any whole number.
 * @returns The source.
 */
export function chance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (bound) => next() % bound,
    bytes: (length) => Uint8Array.from({ length }, () => next() & 255),
  };
}
