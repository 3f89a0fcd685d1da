// Copyright 2026 the lnk authors. MIT license.

/**
 * The index of a log beside which nothing can be written: gone with the
 * process, made anew by the next.
 *
 * @module
 */

import type { Known, LogIndex, Mark } from "./index_tables.ts";
import { FIRST, NOT_KNOWN, STRIDE } from "./index_tables.ts";

/**
 * An empty index in memory.
 *
 * @returns An index that never fails.
 */
export function memoryIndex(): LogIndex {
  let known: Known | undefined;
  const marks: Mark[] = [FIRST];
  const sources = new Map<string, Mark>();
  return {
    known: () => known,
    find: (source) => sources.get(source),
    markBefore: (seq) => marks.findLast((mark) => mark.seq <= seq) ?? FIRST,
    add: (records, next) => {
      for (const { seq, at, source } of records) {
        if (at - marks.at(-1)!.at >= STRIDE) marks.push({ seq, at });
        if (source !== undefined && !sources.has(source)) {
          sources.set(source, { seq, at });
        }
      }
      known = next ?? known;
    },
    clear: () => {
      marks.splice(1);
      sources.clear();
      if (known) known = { ...known, size: NOT_KNOWN };
    },
    stands: () => true,
    [Symbol.dispose]: () => {},
  };
}
