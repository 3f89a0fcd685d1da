// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about looking over an agent.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about looking over an agent. */
export const DOCTOR_PAGES: Pages = {
  "doctor/clock": {
    title: "Something was made later than the clock reads now",
    why: "The clock was wrong then, or is wrong now. Leases are counted by it.",
    next: "Compare `date` with a clock that is right",
  },
  "doctor/filling": {
    title: "The capture queue is nearly full",
    why: "Nothing is captured any more once it is full.",
    next:
      "Bring storage back, then drain the queue with `lnk-tool queue drain`",
  },
  "doctor/foreign": {
    title: "Something stands where only the agent's own files belong",
    why: "Nothing of ours made it and nothing of ours reads it. It may be a " +
      "copy of an editor, or a misspelt name that is missed elsewhere.",
    next: "Look at it with `ls -ldb`, then move it away or give it its name",
  },
  "doctor/in-reach": {
    title: "The ledger or a key lies in a folder that the agent gets",
    why: "Who writes the ledger allows its own calls, who reads a key can " +
      "pass for the agent's host.",
    next: "Stop what uses it, and move it out of every folder that a runtime " +
      "gets; make a new key, since the old one may be known",
  },
  "doctor/index": {
    title: "A conversation's index is missing or not believed",
    why: "It is no harm: the log is the truth, and the index is made anew at " +
      "its next use, which then reads the whole log once.",
    next: "Nothing has to be done",
  },
  "doctor/interrupted": {
    title: "A conversation ends with an append that was interrupted",
    why: "It was never confirmed. Readers leave it out.",
    next: "Nothing has to be done: the next append keeps a copy of it beside " +
      "the log, cuts it off and goes on",
  },
  "doctor/leftover": {
    title: "A writer that died left an unfinished file",
    why: "It has no name yet, so that nothing reads it; it takes up room.",
    next: "Nothing has to be done: the next writer in that folder removes it",
  },
  "doctor/log-gone": {
    title: "Records of a conversation that were confirmed are gone",
    why: "The index knows how far the log was confirmed, and the log is " +
      "shorter or missing: it was cut, replaced or moved away.",
    next: "Put the log back from a copy; if it is meant, remove the log's " +
      "folder below .lnk/store/logs/",
  },
  "doctor/near": {
    title: "The ledger or a key lies in the agent's folder",
    why: "No granted folder holds it now, but a runtime may get the agent's " +
      "folder whole, and the next grant may name the place.",
    next: "Stop what uses it, and move it out of the agent's folder",
  },
  "doctor/no-sandbox": {
    title: "The agent has no sandbox file",
    why: "Then the defaults hold: no program, work written, chats read. The " +
      "file may also be kept elsewhere.",
    next: "Name it with --grants FILE",
  },
  "doctor/not-all": {
    title: "Not all of it was looked at",
    why: "Memory and time are bounded whatever a folder holds, so what comes " +
      "after the limit is not known.",
    next: "The message tells the limit; move away what does not belong there",
  },
  "doctor/nul-bytes": {
    title: "A text has NUL bytes",
    why: "A power cut leaves them where bytes never reached the disk; the " +
      "text is most likely not what was written.",
    next: "Put it back from a copy",
  },
  "doctor/other-party": {
    title: "Batches of more than one agent or owner wait in one queue",
    why: "Each belongs to a storage of its own.",
    next: "See whose they are with `lnk-tool queue list`, and drain each " +
      "agent's into its own storage",
  },
  "doctor/others-read": {
    title: "Others on this machine may read conversations or memory",
    why: "They hold what was said to the agent.",
    next: "If nobody else is meant to, take the bits away with `chmod go-rwx`",
  },
  "doctor/others-write": {
    title: "Others may write what the agent keeps",
    why:
      "Who writes it can change what the agent did, knows and is told. Who " +
      "writes in a folder above it can move it away.",
    next: "Look at who wrote there; then `chmod go-w`, or `chown` if another " +
      "user has it",
  },
  "doctor/pending": {
    title: "Requests wait for the owner's answer",
    why: "The agent's attempt waits with them.",
    next: "See them with `lnk-tool ledger requests`, and answer with " +
      "`lnk-tool ledger respond`",
  },
  "doctor/recovery": {
    title: "Requests of attempts that ended need a person",
    why: "Nothing happens to them by itself any more: a pending one can only " +
      "be denied, an allowed one is never handed out.",
    next: "See them with `lnk-tool ledger requests`; docs/ledger.md tells " +
      "what to do after a crash",
  },
  "doctor/repeated-source": {
    title: "Two records of a conversation have the same source",
    why: "The store does not append a source twice, so the log was edited. " +
      "Giving that record again finds the first of the two.",
    next: "Compare the two lines; records are not taken out of a log",
  },
  "doctor/too-large": {
    title: "A file is larger than its limit",
    why:
      "Notes have at most 64 KiB, a portable document 256 KiB, other files " +
      "16 MiB: the store refuses to write more, and passes over larger files.",
    next: "Shorten or split it",
  },
};
