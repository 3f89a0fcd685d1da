// Copyright 2026 the lnk authors. MIT license.

/** The flags of each verb, as its deed gets them. */

import type { StoreFlags } from "../store_flags.ts";

/** Flags of `memory put`. */
export type PutFlags = StoreFlags & {
  /** The document's text; without it a document is read from standard input. */
  readonly text?: string;
  /** The version that is changed. */
  readonly expect: bigint;
};

/** Flags of `memory delete`. */
export type DeleteFlags = StoreFlags & {
  /** The version that is deleted. */
  readonly expect: bigint;
};

/** Flags of `memory export`. */
export type ExportFlags = StoreFlags & {
  /** The adapter's name. */
  readonly adapter: string;
  /** The folder of native files. */
  readonly from: string;
  /** The adapter's home. */
  readonly home: string;
  /** Whose text holds. */
  readonly take?: "native" | "shared";
  /** The native file that `--take` is about. */
  readonly file?: string;
  /** The document's version that `--take` is about. */
  readonly expect?: bigint;
};
