// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/bytes/equals`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./bytes_equals.d.ts"
export * from "npm:deno-std@1.4.0/bytes/equals.js";
