// Copyright 2026 the lnk authors. MIT license.

/**
 * Work that is shared out.
 *
 * @module
 */

/**
 * Does something for each of a list, on as many processors as there are.
 *
 * @param list The list.
 * @param act What to do; told the place in the list.
 */
export async function inLanes<T>(
  list: readonly T[],
  act: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...list.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await act(next[1], next[0]);
    }
  };
  const lanes = Math.min(navigator.hardwareConcurrency, 8);
  await Promise.all(Array.from({ length: lanes }, lane));
}
