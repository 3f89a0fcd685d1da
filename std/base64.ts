// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/encoding/base64`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./base64.d.ts"
export * from "npm:deno-std@1.4.0/encoding/base64.js";
