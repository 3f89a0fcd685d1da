// Copyright 2026 the lnk authors. MIT license.

/**
 * This machine, as the library is given it.
 *
 * @module
 */

import { type Disk, type Host, realDisk } from "../../lib/disk.ts";

/** What of the machine a test has its own way with. */
export interface Own {
  /** The disk; without it the real one, from the root on. */
  readonly disk?: Disk;
  /** The clock; without it the real one. */
  readonly now?: () => number;
}

/**
 * This machine.
 *
 * @param own What is another in the test.
 * @returns The disk and the clock, real randomness, and waits that last.
 */
export function machine(
  { disk = realDisk("/"), now = Date.now }: Own = {},
): Host {
  return {
    disk,
    now,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sleep: (milliseconds) =>
      new Promise((done) => setTimeout(done, milliseconds)),
  };
}
