// Copyright 2026 the lnk authors. MIT license.

/**
 * What a row of the table is. Each row is a file in bench/rows/.
 *
 * @module
 */

import type { Sides } from "./measure.ts";

/** What the rows of one run share. */
export interface Bench {
  /** A folder of this run; it is removed at the end. */
  readonly folder: string;
  /** The bundled program, freshly built. */
  readonly program: string;
  /** The size of the program and its parts in bytes. */
  readonly bytes: number;
}

/** A ratio of two times. */
export interface TimeRow {
  /** The work of ours, in a few words. */
  readonly what: string;
  /** What it is held against. */
  readonly against: string;
  /** The highest ratio that is well. */
  readonly goal: number;
  /** Makes what both sides need, once. */
  prepare(bench: Bench): Sides | Promise<Sides>;
}

/** A size in KiB. */
export interface SizeRow {
  /** What is weighed. */
  readonly what: string;
  /** The most KiB that are well. */
  readonly limit: number;
  /** Weighs it, in bytes. */
  bytes(bench: Bench): number | Promise<number>;
}

/** A row of the table. */
export type Row = TimeRow | SizeRow;
