// Copyright 2026 the lnk authors. MIT license.

/** The flags of the store's commands, as their deeds get them. */

import type { StoreFlags } from "../store_flags.ts";

/** Flags of a change that may name the version it replaces. */
export type PutFlags = StoreFlags & {
  /** The version that is replaced; 0 is no file. */
  readonly expect?: bigint;
};

/** Flags of a change that must name the version it replaces. */
export type RemoveFlags = StoreFlags & {
  /** The version that is removed. */
  readonly expect: bigint;
};
