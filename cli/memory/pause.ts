// Copyright 2026 the lnk authors. MIT license.

/** The time that is left to a store whose answer was lost. */

import type { Context } from "../context.ts";

/**
 * Makes the pauses of a command: each twice as long as the one before.
 *
 * @param context The command's `this`.
 * @returns What lets time pass.
 */
export function pauseOf({ io }: Context): (lost: number) => Promise<void> {
  return (lost) => io.sleep(50 * 2 ** lost);
}
