// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/crypto/timing-safe-equal`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./timing_safe_equal.d.ts"
export * from "npm:deno-std@1.4.0/crypto/timing_safe_equal.js";
