// Copyright 2026 the lnk authors. MIT license.

/** Evidence that a store does not hold, or cannot look for: kept, and told. */

import type { EvidenceCheck } from "../../lib/memory/evidence.ts";
import { inert, quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";

/** What a command found out about evidence; the thread is left out where none could be asked. */
export interface ToldEvidence extends Pick<EvidenceCheck, "missing"> {
  /** Why a conversation, or any, could not be asked. */
  readonly unchecked: readonly {
    readonly thread?: string;
    readonly why: string;
  }[];
}

/**
 * The members of a JSON document about evidence.
 *
 * @param evidence What was found out.
 * @returns `evidence_missing` and `evidence_unchecked`, each only if there is
 *   any.
 */
export function evidenceFields(
  { missing, unchecked }: ToldEvidence,
): Record<string, unknown> {
  return {
    ...(missing.length > 0 && { evidence_missing: missing }),
    ...(unchecked.length > 0 && { evidence_unchecked: unchecked }),
  };
}

/**
 * Tells people which evidence is not there.
 *
 * @param context The command's `this`.
 * @param evidence What was found out.
 */
export function warnOfEvidence(
  { io }: Context,
  { missing, unchecked }: ToldEvidence,
): void {
  for (const { thread, why } of unchecked) {
    const part = thread === undefined ? "" : ` in ${quote(thread)}`;
    io.err.write(
      `warning: its evidence${part} is kept, but was not looked for: ` +
        `${inert(why)}\n`,
    );
  }
  for (const { thread, seq } of missing) {
    io.err.write(
      `warning: its evidence is kept, but ${quote(thread)} has no record ` +
        `${seq}\n`,
    );
  }
}
