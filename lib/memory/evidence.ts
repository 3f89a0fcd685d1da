// Copyright 2026 the lnk authors. MIT license.

/**
 * Looks for the records that a document rests on.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { Store } from "../store/interface.ts";
import type { Evidence } from "./document.ts";

/** A conversation that cannot tell whether it holds a record. */
export interface UncheckedEvidence {
  /** The conversation. */
  readonly thread: string;
  /** Why, in words. */
  readonly why: string;
}

/** What is known about a document's evidence. */
export interface EvidenceCheck {
  /** Records that are not there. */
  readonly missing: readonly Evidence[];
  /** Conversations that could not be asked, such as one with a corrupt log. */
  readonly unchecked: readonly UncheckedEvidence[];
}

/** How many conversations are asked for: a document of many is no reason to ask all day. */
const ASKED = 256;

/**
 * Tells which evidence of a document its store does not hold. It is kept: a
 * conversation may be in another place, or come back.
 *
 * @param store Where.
 * @param evidence A document's evidence.
 * @returns What is missing as far as the first 256 threads tell, and which of
 *   these could not be asked. It fails for no state of the store: a document
 *   can be read and written whatever became of its evidence.
 */
export async function checkEvidence(
  store: Store,
  evidence: readonly Evidence[],
): Promise<EvidenceCheck> {
  const threads = [...new Set(evidence.map(({ thread }) => thread))];
  const lasts = new Map<string, number>();
  const unchecked: UncheckedEvidence[] = [];
  let gone: string | undefined;
  for (const thread of threads.slice(0, ASKED)) {
    const last = gone ?? await lastOf(store, thread);
    if (typeof last === "number") lasts.set(thread, last);
    else {
      const why = typeof last === "string" ? last : last.message;
      unchecked.push({ thread, why });
      // A store that is not there is not waited for once for each thread.
      if (typeof last !== "string" && last.code === "store/unreachable") {
        gone = why;
      }
    }
  }
  const missing = evidence.filter(({ thread, seq }) =>
    seq > (lasts.get(thread) ?? Infinity)
  );
  return { missing, unchecked };
}

/** The last sequence; 0 for what is no thread of a conversation. */
async function lastOf(
  store: Store,
  thread: string,
): Promise<number | LnkError> {
  try {
    return await store.last(thread);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    return error.code === "name/thread" ? 0 : error;
  }
}
