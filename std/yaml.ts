// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/yaml/parse`: deno-std ships no types of its own.
 *
 * @module
 */

// @ts-types="./yaml.d.ts"
export * from "npm:deno-std@1.4.0/yaml/parse.js";
