// Copyright 2026 the lnk authors. MIT license.

/** The flags of each verb, as its deed gets them. */

import type { StoreFlags } from "../store_flags.ts";

/** Flags of every verb that is about a conversation. */
export type ThreadFlags = StoreFlags & {
  /** `link:NAME`. */
  readonly thread: string;
};

/** Flags of `context append`. */
export type AppendFlags = ThreadFlags & {
  /** ADAPTER/SESSION/RECORD. */
  readonly source?: string;
};

/** Flags that choose records. */
type RangeFlags = ThreadFlags & {
  /** Only records with a greater sequence. */
  readonly after?: number;
  /** Only the last so many. */
  readonly last?: number;
};

/** How `context read` can print. */
export const READ_FORMATS = ["text", "markdown", "json"] as const;

/** Flags of `context read`. */
export type ReadFlags = RangeFlags & {
  /** Documents' ids between commas. */
  readonly memory?: string;
  /** Whether all documents are read. */
  readonly allMemory: boolean;
  /** How to print. */
  readonly format?: (typeof READ_FORMATS)[number];
};

/** Flags of `context log`. */
export type LogFlags = RangeFlags & {
  /** Whether lines that are no records are left out. */
  readonly skipCorrupt: boolean;
};
