// Copyright 2026 the lnk authors. MIT license.

/**
 * What may become of everything that was not synced.
 *
 * @module
 */

import type { Chance } from "./chance.ts";
import type { Fate } from "./content.ts";

/**
 * Every way to choose a fate for each change, or so many of them: all kept and
 * all lost are always among them where two are wanted.
 *
 * @param counts How many fates each change has.
 * @param most How many choices are wanted.
 * @param random Chooses where there are more.
 * @returns The fates, one list a choice.
 */
export function* choices(
  counts: readonly number[],
  most: number,
  random: Chance,
): Generator<readonly Fate[]> {
  const total = counts.reduce((product, count) => product * count, 1);
  if (total <= most) return yield* everyChoice(counts);
  if (most >= 2) {
    yield counts.map(() => 0);
    yield counts.map((count) => Math.min(1, count - 1));
  }
  for (let i = most >= 2 ? 2 : 0; i < most; i++) {
    yield counts.map((count) => random.below(count));
  }
}

function* everyChoice(counts: readonly number[]): Generator<readonly Fate[]> {
  const fates = counts.map(() => 0);
  while (true) {
    yield [...fates];
    let place = 0;
    while (place < fates.length && ++fates[place]! === counts[place]) {
      fates[place++] = 0;
    }
    if (place === fates.length) return;
  }
}
