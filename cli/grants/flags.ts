// Copyright 2026 the lnk authors. MIT license.

/** The flags of each verb, as its deed gets them. */

import type { CheckFlags } from "../check.ts";
import type { CommonFlags } from "../context.ts";

/** Flags of `grants check`. */
export type GrantsCheckFlags = CheckFlags & {
  /** The agent's folder, for checks of this machine. */
  readonly agent?: string;
  /** Teams' shared folders, as NAME=DIR. */
  readonly team: readonly string[];
};

/** Flags of `grants can`. */
export type CanFlags = CommonFlags & {
  /** The sandbox file. */
  readonly in: string;
  /** The team whose shared folder the path is in. */
  readonly team?: string;
};

/** Flags of `grants commands`. */
export type CommandsFlags = CommonFlags & {
  /** Whether a missing program exits 1. */
  readonly require: boolean;
};

/** Flags of `grants diff`. */
export type DiffFlags = CommonFlags & {
  /** What exits 1. */
  readonly failOn?: "widen";
};
