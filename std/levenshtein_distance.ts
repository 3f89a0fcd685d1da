// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/text/levenshtein-distance`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./levenshtein_distance.d.ts"
export * from "npm:deno-std@1.4.0/text/levenshtein_distance.js";
