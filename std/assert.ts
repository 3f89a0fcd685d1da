// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/assert`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./assert.d.ts"
export * from "npm:deno-std@1.4.0/assert/mod.js";
