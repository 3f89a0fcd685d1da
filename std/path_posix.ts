// Copyright 2026 the lnk authors. MIT license.

/**
 * Typed door to `@std/path/posix`: deno-std ships no types of its own, and its
 * `mod.js` would bring all of it into the program.
 *
 * @module
 */

// @ts-types="./path_posix.d.ts"
export { basename } from "npm:deno-std@1.4.0/path/posix/basename.js";
// @ts-types="./path_posix.d.ts"
export { dirname } from "npm:deno-std@1.4.0/path/posix/dirname.js";
// @ts-types="./path_posix.d.ts"
export { isAbsolute } from "npm:deno-std@1.4.0/path/posix/is_absolute.js";
// @ts-types="./path_posix.d.ts"
export { join } from "npm:deno-std@1.4.0/path/posix/join.js";
// @ts-types="./path_posix.d.ts"
export { relative } from "npm:deno-std@1.4.0/path/posix/relative.js";
// @ts-types="./path_posix.d.ts"
export { resolve } from "npm:deno-std@1.4.0/path/posix/resolve.js";
