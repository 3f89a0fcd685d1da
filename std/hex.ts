// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/encoding/hex`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./hex.d.ts"
export * from "npm:deno-std@1.4.0/encoding/hex.js";
