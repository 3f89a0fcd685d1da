// Copyright 2026 the lnk authors. MIT license.

/**
 * Logs that have some records already.
 *
 * @module
 */

import { storeFolder } from "../support/store.ts";

/** The conversation of most tests. */
export const MAIN = "link:main";

/** No hand edits a file within so many milliseconds of an append. */
export const TICK = 20;

/**
 * A record with a source.
 *
 * @param item Its number, and what names its source.
 * @returns Its text.
 */
export function record(item: number): string {
  const source = `{"adapter":"a","session":"s","record":"${item}"}`;
  return `{"n":${item},"source":${source}}`;
}

/**
 * A store whose logs have some records each, closed.
 *
 * @param counts How many, by the name of a main conversation.
 * @returns Its folder.
 */
export async function filled(counts: Readonly<Record<string, number>>) {
  const folder = storeFolder();
  using store = folder.open();
  for (const [name, count] of Object.entries(counts)) {
    for (let item = 1; item <= count; item++) {
      const which = name === "main" ? item : item + 1000;
      await store.append(`link:${name}`, record(which), item);
    }
  }
  return folder;
}

/**
 * Numbers in a row.
 *
 * @param first The first one.
 * @param last The last one.
 * @returns All of them.
 */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
