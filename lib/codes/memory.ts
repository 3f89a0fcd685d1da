// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about portable documents and exports.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about portable documents and exports. */
export const MEMORY_PAGES: Pages = {
  "memory/adapter": {
    title: "An adapter's name cannot stand before its documents' ids",
    why: "A document of an export is named ADAPTER.NAME; a dot or capital in " +
      "the adapter's name would let two adapters meet at one document.",
    next: "Use 1 to 64 of a-z 0-9 _ -, starting with a letter or digit",
  },
  "memory/document": {
    title: "What was given is no portable document",
    why: "Its common fields must have their types, so that every adapter can " +
      "read it. Nothing was written.",
    next: "Mend what the message tells; a document is a JSON object such as " +
      '{"text":"..."}, and its id is that of the command',
  },
  "memory/malformed": {
    title: "A stored file is no portable document",
    why: "It was written past these commands. It is kept as it is.",
    next: "See it and its version with `lnk-tool store get " +
      "memory/portable/ID.json --json`; replace it with `memory put ID " +
      "--expect VERSION`, or remove it with `store rm`",
  },
  "memory/missing": {
    title: "There is no portable document with this id",
    why: "It was never written, or its file was removed.",
    next: "See `lnk-tool memory list`",
  },
  "memory/no-native": {
    title: "A native file is not among those that are exported",
    why: "A decision is about one file that is exported or was.",
    next: "Run `memory export` without --take and name a file that it lists",
  },
  "memory/other-folder": {
    title: "The state of an adapter's exports is about another folder",
    why: "A native file of another folder is not a change of this one's: its " +
      "text would go over what the other exported.",
    next: "Give --from the folder that was exported; for another one give " +
      "another --adapter, or move the state file away: every file is new " +
      "then, and what differs is a conflict to decide",
  },
  "memory/outcome-unknown": {
    title: "The answer to a change of a document was lost",
    why: "The document may say what was asked or what it said before. A " +
      "change names the version that it replaces, so it is never made twice.",
    next: "Read the document, and make the change again if it is not there",
  },
  "memory/state": {
    title: "The state of an adapter's exports cannot be used",
    why: "Without it nobody knows which side changed. A guess could " +
      "overwrite a correction or bring a deletion back.",
    next: "Restore the file from a copy; without one, move it away: every " +
      "file is new then, and what differs is a conflict to decide",
  },
};
