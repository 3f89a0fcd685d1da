// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about portable storage: paths, versions, logs, leases.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about portable storage. */
export const STORE_PAGES: Pages = {
  "store/address": {
    title: "A store's address has no known form",
    why: "The word before the colon chooses who keeps the collections.",
    next: "Write file:DIR with the agent's folder, or unix:PATH with a " +
      "bridge's socket",
  },
  "store/closed-path": {
    title: "The store does not reach a path in this way",
    why: "Only instructions, skills, memory and conversations are in the " +
      "store, and a conversation is only read by record and appended to.",
    next: "Name a path below instructions/, skills/ or memory/; use " +
      "`lnk-tool context` for conversations",
  },
  "store/corrupt-lease": {
    title: "A lease's file is not one that was written as a lease",
    why: "Whether somebody holds the lease is not known, so it is neither " +
      "given nor taken.",
    next: "Make sure that no holder is at work, then remove the file",
  },
  "store/corrupt-log": {
    title: "A line of a conversation's log is not what was appended",
    why: "Leaving the line out would move every record behind it, and " +
      "appending behind it would bury it. The file is kept as it is.",
    next: "Look at the line at the byte that is told; put back the right " +
      "line from a copy, or move the log away",
  },
  "store/expect-needed": {
    title: "A change does not name the version that it replaces",
    why: "Notes and portable documents have several writers; a change that " +
      "does not name what it replaces would undo another's.",
    next: "Read the file first and give its version with --expect; 0 is no " +
      "file yet",
  },
  "store/lease": {
    title: "A lease's name, holder or length has no such form",
    why: "Names become file names, and an endless lease could not be taken " +
      "after its holder's death.",
    next: "The message tells the form; a lease lasts at most a day and is " +
      "renewed for longer work",
  },
  "store/lease-held": {
    title: "Another holds the lease",
    why: "Who holds it relies on being alone until it ends.",
    next: "Wait until it expires, then try again",
  },
  "store/lease-lost": {
    title: "A lease is not held by who renews or releases it",
    why: "After its end another may have taken it and be at work.",
    next: "Stop what the lease protected, then acquire it again",
  },
  "store/no-file": {
    title: "There is no such file in the store",
    why: "A missing file is never taken for an empty one.",
    next: "See what there is with `lnk-tool store ls`",
  },
  "store/not-granted": {
    title: "The sandbox file does not grant this change",
    why: "The store writes what the agent may write, and nothing more.",
    next: "See `lnk-tool grants show FILE`; a change of the grants is the " +
      "owner's",
  },
  "store/path": {
    title: "A path has a form that no path of the store has",
    why: "A path that climbs, or that two programs read differently, could " +
      "lead to what was not granted.",
    next: "Write it relative, with one slash between parts, such as " +
      "memory/notes.md",
  },
  "store/range": {
    title: "A number names no record, or no number of records",
    why: "Sequences are whole numbers from 1; a page has one record or more.",
    next: "Give whole numbers: after and through from 0, limit and seq from 1",
  },
  "store/record": {
    title: "A record cannot become a line of a log",
    why:
      "A line is one JSON object; its sequence is the store's to give, and " +
      "a source that is half there would not be found again.",
    next: "Give one JSON object without a seq, such as " +
      '{"role":"user","text":"hello"}; fields of an adapter\'s own can have ' +
      "any other name",
  },
  "store/root": {
    title: "The agent's folder is not the user's own",
    why: "Who else may write in it can put a link where a file is expected.",
    next: "Look at owner and mode with `ls -ld`; take the write bits of " +
      "group and others away with `chmod go-w`",
  },
  "store/sequence-conflict": {
    title: "A record was meant for a place that is taken or not reached yet",
    why: "Another wrote in between: what was read before may be out of date.",
    next: "Read on from the last sequence that is told, then append at the " +
      "one after it",
  },
  "store/source-conflict": {
    title: "A source was used before, with other content",
    why: "One native record is one record of the log. If both contents were " +
      "kept, or the first replaced, nobody could tell which one is true.",
    next: "See what stands there with `lnk-tool context log --thread THREAD " +
      "--after SEQ-1 | head -n 1`; give a record that says something else a " +
      "source of its own",
  },
  "store/too-large": {
    title: "A file is larger than the store takes or gives",
    why: "Limits keep one request bounded: notes 64 KiB, a portable document " +
      "256 KiB, other files 16 MiB.",
    next: "Shorten or split it",
  },
  "store/version-conflict": {
    title: "A file is not at the version that the change names",
    why: "Another changed it in between; replacing it would undo that change.",
    next: "Read the file again, make the change on what it says now, and " +
      "give the new version",
  },
};
