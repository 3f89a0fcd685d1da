// Copyright 2026 the lnk authors. MIT license.

/**
 * What the commands of `state` are asked.
 *
 * @module
 */

import type { CommonFlags } from "../context.ts";

/** Flags of every command of the family. */
export type HomeFlags = CommonFlags & {
  /** What `~` stands for. */
  readonly home: string;
};

/** Flags of `state pack`. */
export type PackFlags = HomeFlags & {
  /** Where the archive goes. */
  readonly output: string;
};

/** Flags of `state unpack`. */
export type UnpackFlags = HomeFlags & {
  /** Whether files may be replaced. */
  readonly force: boolean;
  /** The most bytes to unpack. */
  readonly maxBytes?: number;
};
