// Copyright 2026 the lnk authors. MIT license.

/**
 * The machine under a rule: its disk, clock and randomness as parameters.
 *
 * @module
 */

import type { Disk } from "./interface.ts";

/** The machine under a rule. */
export interface Host {
  /** The file system. */
  readonly disk: Disk;
  /** Milliseconds since 1970, as the machine believes; it can step back. */
  now(): number;
  /** Fresh random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
  /** Lets the given milliseconds pass; signals are handled meanwhile. */
  sleep(milliseconds: number): Promise<void>;
}
