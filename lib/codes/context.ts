// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about conversations: appending, reading, cursors.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about conversations. */
export const CONTEXT_PAGES: Pages = {
  "context/contended": {
    title: "Other writers were always first",
    why: "Each try found another record at its place. Nothing was appended.",
    next: "Run it again when fewer write to this conversation",
  },
  "context/outcome-unknown": {
    title: "The answer to an append was lost",
    why: "The record may be in the log or not. With a source it can be given " +
      "again safely; without one it would stand twice, so it is not.",
    next: "Append the same record with the same source again; without a " +
      "source, read the end of the conversation first",
  },
};
