// Copyright 2026 the lnk authors. MIT license.

/** Evidence that a store does not hold: kept, and told. */

import type { Evidence } from "../../lib/memory/document.ts";
import { quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";

/**
 * Tells people which evidence is not there.
 *
 * @param context The command's `this`.
 * @param missing The evidence.
 */
export function warnOfEvidence(
  { io }: Context,
  missing: readonly Evidence[],
): void {
  for (const { thread, seq } of missing) {
    io.err.write(
      `warning: its evidence is kept, but ${quote(thread)} has no record ` +
        `${seq}\n`,
    );
  }
}
