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
  "context/cursor": {
    title: "A text is no cursor",
    why:
      "A cursor tells how far somebody read. Guessing a missing part would " +
      "hide changes.",
    next: "Give the `cursor` that `context read --json` printed",
  },
  "context/foreign-cursor": {
    title: "A cursor is of another agent or owner",
    why: "It tells nothing about this store: its sequences and versions are " +
      "those of another.",
    next: "Give --agent and --owner of the cursor, or read anew",
  },
  "context/gap": {
    title: "A record vanished while the conversation was read",
    why: "Records are never taken away: the log was cut or replaced.",
    next: "Find out who changed the log, and restore it from a copy",
  },
  "context/outcome-unknown": {
    title: "The answer to an append was lost",
    why: "The record may be in the log or not. With a source it can be given " +
      "again safely; without one it would stand twice, so it is not.",
    next: "Append the same record with the same source again; without a " +
      "source, read the end of the conversation first",
  },
  "context/salvage": {
    title: "A damaged log can be read only in its own folder",
    why: "A store serves whole logs. What is left of a damaged one is read " +
      "past it, by the owner.",
    next: "Give --store file:DIR with the agent's folder",
  },
  "context/source": {
    title: "A source has no such form, or is there twice",
    why: "A source is found again only by all three of its parts.",
    next: "Write ADAPTER/SESSION/RECORD, each 1 to 256 characters; leave " +
      "--source out where the record has its own",
  },
  "context/too-large": {
    title: "A conversation is too large to be read at once",
    why: "Reading holds what it returns in memory.",
    next: "Read a part with --last or --after, or stream it with " +
      "`lnk-tool context log`",
  },
};
