// Copyright 2026 the lnk authors. MIT license.

/** How many single-character edits lie between two words. */
export declare function levenshteinDistance(a: string, b: string): number;
