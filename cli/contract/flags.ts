// Copyright 2026 the lnk authors. MIT license.

/**
 * The flags of each verb, as its deed gets them.
 *
 * @module
 */

import type { CommonFlags } from "../context.ts";

/** The formats of a matrix. */
export const MATRIX_FORMATS = ["text", "json", "markdown", "html"] as const;

/** The flags of `contract diff`. */
export type DiffFlags = CommonFlags & {
  /** Whether exit 1 tells that something is left behind. */
  readonly exitCode: boolean;
};

/** The flags of `contract switch`. */
export type SwitchFlags = CommonFlags & {
  /** Whether what is left behind is agreed to ahead. */
  readonly yes: boolean;
};

/** The flags of `contract matrix`. */
export type MatrixFlags = CommonFlags & {
  /** How the matrix is printed. */
  readonly format?: typeof MATRIX_FORMATS[number];
};
