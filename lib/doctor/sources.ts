// Copyright 2026 the lnk authors. MIT license.

/**
 * The sources of one log, each with the record that has it: as numbers only,
 * so that a million of them fit into a few dozen megabytes.
 *
 * @module
 */

/** Where a record stands. */
export interface Spot {
  /** Its sequence. */
  readonly seq: number;
  /** The byte where its line starts. */
  readonly at: number;
}

/** The most sources that are kept. */
export const MOST_SOURCES = 2 ** 20;

/** A table of sources. */
export interface SourceTable {
  /**
   * Keeps a source that is new.
   *
   * @param source What names it.
   * @param spot Its record.
   * @param isAt Whether the record at a spot has this very source.
   * @returns The record that has it already; "full" where no more are kept.
   */
  keep(
    source: string,
    spot: Spot,
    isAt: (spot: Spot) => boolean,
  ): Spot | "full" | undefined;
}

/** The columns of the table; a place is free where its sequence is 0. */
interface Columns {
  readonly hashes: Float64Array;
  readonly offsets: Float64Array;
  readonly seqs: Uint32Array;
}

function columns(length: number): Columns {
  return {
    hashes: new Float64Array(length),
    offsets: new Float64Array(length),
    seqs: new Uint32Array(length),
  };
}

/**
 * An empty table.
 *
 * @returns It.
 */
export function sourceTable(): SourceTable {
  let kept = columns(1024);
  let count = 0;
  return {
    keep(source, spot, isAt) {
      const hash = hashOf(source);
      let place = hash % kept.seqs.length;
      for (; kept.seqs[place] !== 0; place = (place + 1) % kept.seqs.length) {
        if (kept.hashes[place] !== hash) continue;
        const found = { seq: kept.seqs[place]!, at: kept.offsets[place]! };
        if (isAt(found)) return found;
      }
      if (count === MOST_SOURCES) return "full";
      put(kept, place, hash, spot);
      if (2 * ++count > kept.seqs.length) kept = grown(kept);
      return undefined;
    },
  };
}

function put(kept: Columns, place: number, hash: number, spot: Spot): void {
  kept.hashes[place] = hash;
  kept.offsets[place] = spot.at;
  kept.seqs[place] = spot.seq;
}

function grown(kept: Columns): Columns {
  const larger = columns(2 * kept.seqs.length);
  const { length } = larger.seqs;
  kept.seqs.forEach((seq, i) => {
    if (seq === 0) return;
    const hash = kept.hashes[i]!;
    let place = hash % length;
    while (larger.seqs[place] !== 0) place = (place + 1) % length;
    put(larger, place, hash, { seq, at: kept.offsets[i]! });
  });
  return larger;
}

/** 53 bits of two multiplied halves (cyrb53); two sources of one hash are told apart by their records. */
function hashOf(text: string): number {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^
    Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^
    Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & two) + (one >>> 0);
}
