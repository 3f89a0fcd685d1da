// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/path/posix`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./path_posix.d.ts"
export * from "npm:deno-std@1.4.0/path/posix/mod.js";
