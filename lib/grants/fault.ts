// Copyright 2026 the lnk authors. MIT license.

/**
 * What is wrong with grants, wherever they come from.
 *
 * @module
 */

import type { Severity } from "../finding.ts";

/** The way to a value: names and list indexes from the top, such as `commands`, `run`, `0`. */
export type Place = readonly (string | number)[];

/** A broken rule. A reader of files turns places into lines and columns. */
export interface Fault {
  /** `area/what`; `lnk-tool explain` tells it. */
  readonly code: string;
  /** An error is never granted; a warning is, and deserves a look. */
  readonly severity: Severity;
  /** One plain sentence, without a period. */
  readonly message: string;
  /** The value that breaks the rule. */
  readonly at: Place;
  /** The smallest edit that mends it, where the case tells. */
  readonly help?: string;
  /** The file or folder of this machine that it is about. */
  readonly path?: string;
  /** The other value of a clash. */
  readonly related?: { readonly message: string; readonly at: Place };
}
