// Copyright 2026 the lnk authors. MIT license.

/**
 * What this is, for `--version` and for reports that name their tool.
 *
 * @module
 */

/** The program's name. */
export const NAME = "lnk-tool";

/** The release; a test holds it equal to deno.json. */
export const VERSION = "0.1.0";

/** Where the repository is, and its releases below it. */
export const HOMEPAGE = "https://github.com/lnk-tool/lnk-tool";
