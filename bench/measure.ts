// Copyright 2026 the lnk authors. MIT license.

/**
 * Measures one thing against another in the same run.
 *
 * Only ratios are told: times differ between machines and hours, and both
 * sides of a ratio suffer the same.
 *
 * @module
 */

/** One side of a comparison: does the work once. */
export type Work = () => void | Promise<void>;

/** What is compared. */
export interface Sides {
  /** The work of ours. */
  readonly ours: Work;
  /** The work it is held against. */
  readonly base: Work;
}

/** What a comparison found. */
export interface Measured {
  /** Median of ours over median of the base. */
  readonly ratio: number;
  /** The middle half of the ratios of single rounds. */
  readonly spread: readonly [number, number];
  /** Both medians in milliseconds. */
  readonly medians: readonly [number, number];
}

/**
 * Runs both sides by turns.
 *
 * @param sides What to compare.
 * @param rounds How often each side runs.
 * @returns The ratio and how sure it is.
 */
export async function compare(sides: Sides, rounds: number): Promise<Measured> {
  const ours: number[] = [];
  const base: number[] = [];
  // The first round warms the disk's cache and the compiler.
  for (let round = -1; round < rounds; round++) {
    const turns: [Work, number[]][] = [[sides.ours, ours], [sides.base, base]];
    // Neither side always follows the other.
    for (const [work, times] of round % 2 ? turns : turns.reverse()) {
      const time = await timeOf(work);
      if (round >= 0) times.push(time);
    }
  }
  const ratios = ours.map((time, i) => time / base[i]!);
  return {
    ratio: quantile(ours, 0.5) / quantile(base, 0.5),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    medians: [quantile(ours, 0.5), quantile(base, 0.5)],
  };
}

async function timeOf(work: Work): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1);
}
