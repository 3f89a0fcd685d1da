// Copyright 2026 the lnk authors. MIT license.

/** The word of a non-empty list that takes the fewest edits to reach. */
export declare function closestString(
  givenWord: string,
  possibleWords: readonly string[],
  options?: {
    /** Whether case counts as a difference (default: false). */
    caseSensitive?: boolean;
    /** Orders the words instead of the Levenshtein distance. */
    compareFn?: (a: string, b: string) => number;
  },
): string;
