// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about sandbox files.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about sandbox files. */
export const GRANTS_PAGES: Pages = {};
