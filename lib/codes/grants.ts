// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about sandbox files.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about sandbox files. */
export const GRANTS_PAGES: Pages = {
  "commands/not-a-program": {
    title: "An entry is not one program",
    why: "A grant names a program, found on PATH or by an absolute path. " +
      "Arguments, patterns and relative paths would grant something else " +
      "than they seem to.",
    next:
      'Write the program\'s name alone, an absolute path without `..`, or "*" alone for any program',
    bad: '[commands]\nrun = ["git push"]\n',
    good: '[commands]\nrun = ["git"]\n',
  },
};
