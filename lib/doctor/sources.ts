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

/** So many records of the same hash and another source are looked at; a million sources have some hundred. */
const MOST_MISSES = 10_000;

/** The columns of the table; a place is free where its sequence is 0. */
interface Columns {
  readonly hashes: Uint32Array;
  readonly offsets: Float64Array;
  readonly seqs: Uint32Array;
}

function columns(length: number): Columns {
  return {
    hashes: new Uint32Array(length),
    offsets: new Float64Array(length),
    seqs: new Uint32Array(length),
  };
}

/**
 * An empty table.
 *
 * @param seed A random number: nobody can prepare sources that fall together.
 * @returns It.
 */
export function sourceTable(seed: number): SourceTable {
  let kept = columns(1024);
  let [count, misses] = [0, 0];
  return {
    keep(source, spot, isAt) {
      const hash = hashOf(source, seed);
      let place = hash % kept.seqs.length;
      for (; kept.seqs[place] !== 0; place = (place + 1) % kept.seqs.length) {
        if (kept.hashes[place] !== hash) continue;
        const found = { seq: kept.seqs[place]!, at: kept.offsets[place]! };
        if (isAt(found)) return found;
        misses++;
      }
      if (count === MOST_SOURCES || misses > MOST_MISSES) return "full";
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

/** 32 bits that a writer of records cannot foresee (the mixing of MurmurHash). */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
