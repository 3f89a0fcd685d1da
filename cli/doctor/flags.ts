// Copyright 2026 the lnk authors. MIT license.

/** The flags of `doctor`, as its deed gets them. */

import type { Severity } from "../../lib/finding.ts";
import type { CommonFlags } from "../context.ts";

/** Flags of `doctor`. */
export type DoctorFlags = CommonFlags & {
  /** The agent's folder. */
  readonly agent: string;
  /** The sandbox file. */
  readonly grants?: string;
  /** The adapter's home. */
  readonly home?: string;
  /** The ledger's folder. */
  readonly ledger?: string;
  /** Key files. */
  readonly keyFile: readonly string[];
  /** Teams' shared folders, as NAME=DIR. */
  readonly team: readonly string[];
  /** Whether unknown tables and top keys are errors. */
  readonly strict: boolean;
  /** The least severity that fails. */
  readonly failOn: Severity;
};
