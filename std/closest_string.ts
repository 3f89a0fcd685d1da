// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/text/closest-string`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./closest_string.d.ts"
export * from "npm:deno-std@1.4.0/text/closest_string.js";
