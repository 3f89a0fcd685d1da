// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about the capture queue.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about the capture queue. */
export const QUEUE_PAGES: Pages = {
  "queue/bad-entry": {
    title: "An entry of the queue is not a whole batch of this agent",
    why:
      "Going on past it would change the order of a conversation, or leave " +
      "out what was promised to be kept. The entry stays byte for byte.",
    next: "See docs/queue.md for what its reason means. `lnk-tool queue " +
      "status` prints the command to go on without it; nothing is deleted",
  },
  "queue/batch-too-large": {
    title: "A batch is larger than 16 MiB",
    why: "A bounded batch can be read, checked and delivered in bounded time.",
    next: "Admit the records in several batches, in their order",
  },
  "queue/full": {
    title: "The queue holds as much as it may",
    why: "The records were not admitted, and nothing of the queue was lost. " +
      "It holds at most 1,024 batches and 64 MiB, bad entries among them.",
    next: "See `lnk-tool queue status`; drain it when storage is back, then " +
      "admit the same records again",
  },
  "queue/interrupted": {
    title: "A drain was asked to end",
    why: "The batches before it are in storage and gone from the queue; the " +
      "one at work waits on, whole.",
    next: "Run the same command again: what storage has already is found " +
      "there, not stored twice",
  },
  "queue/no-number-left": {
    title: "An entry has a number that nothing can come after",
    why: "Numbers never repeat, so that the order is sure. No writer gets to " +
      "this one by counting: somebody made the name.",
    next: "Look at the last name in the folder. Drain the queue, then move " +
      "that name away by hand; numbers above the next highest are given again",
  },
  "queue/no-records": {
    title: "There is no record to admit",
    why: "A batch of nothing is more likely a broken pipe than a wish.",
    next: "Give one JSON object a line on standard input",
  },
  "queue/no-such-entry": {
    title: "The queue has no such entry",
    why: "Batches go when storage has confirmed them, and their numbers are " +
      "not given again.",
    next: "See `lnk-tool queue list`",
  },
  "queue/no-watcher": {
    title: "--watch needs a terminal to draw on",
    why: "It draws over itself until it is ended; in a file or a pipe, and " +
      "as JSON, one answer is what a program can use.",
    next: "Run it on a terminal, or leave --watch out",
  },
  "queue/not-agreed": {
    title: "Setting an entry aside is not agreed to",
    why: "Without the entry its records do not get to storage, until " +
      "somebody moves it back.",
    next: "Look at it with `lnk-tool queue show N`, then add --yes",
  },
  "queue/record": {
    title: "A line is no record that storage would take",
    why: "Whatever storage refuses later would block all that comes after " +
      "it. So each line is one JSON object in UTF-8, without a seq, and with " +
      "the source {adapter, session, record} that it was captured from. " +
      "Nothing of the batch was admitted.",
    next: "Mend the line that is named, and admit all of them again",
  },
  "queue/unreadable-entry": {
    title: "An entry cannot be shown as a batch",
    why: "What it says cannot be told from what happened to it.",
    next: "Look at the file with `less`; docs/queue.md tells what it should " +
      "hold and what each reason means",
  },
};
