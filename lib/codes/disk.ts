// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about private, durable and locked files.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about private, durable and locked files. */
export const DISK_PAGES: Pages = {
  "disk/changed": {
    title: "A path led to another thing at the second look",
    why: "Somebody swapped a file or folder between the check and the use; " +
      "what was opened is not what was checked.",
    next: "Find out who replaces it while it is in use, then try again",
  },
  "disk/denied": {
    title: "The operating system does not allow it",
    why: "Nothing was changed.",
    next: "Look at owner and mode with `ls -ld`; a program that was built " +
      "with narrower permissions needs the folder among them",
  },
  "disk/exists": {
    title: "Something stands where a new thing was to be made",
    why: "What is there is never replaced by what was meant to be new.",
    next: "Look at what stands there; move it away if it is not needed",
  },
  "disk/failed": {
    title: "The disk refused, and nothing was changed",
    why: "A failed write or sync is final. Trying the same sync again may " +
      "report success for data that the kernel has already dropped.",
    next: "Look at the kernel's log with `dmesg` and at the disk's health, " +
      "then run the command again",
  },
  "disk/full": {
    title: "There is no space, or a limit is reached",
    why: "Nothing was changed, and nothing was acknowledged.",
    next:
      "See `df -h` and `df -i`, the quota and `ulimit -f`; free space and " +
      "run the command again",
  },
  "disk/link": {
    title: "A path is a link, or passes through one",
    why: "A link leads to a place that was not granted, and can be turned to " +
      "another place at any time.",
    next: "Remove the link and put the thing itself there, or name the place " +
      "that it leads to",
  },
  "disk/locked": {
    title: "Another process holds the folder's lock",
    why: "Two writers at once would lose what one of them wrote. The lock is " +
      "the kernel's: it goes with its holder, so there is no stale one.",
    next: "Wait for the other process, or find it with `lslocks`; commands " +
      "that have `--wait` can wait longer",
  },
  "disk/many-names": {
    title: "A private file has a second name",
    why: "Through the other name it can be changed from outside its folder.",
    next: "Find the other name with `find / -samefile FILE`, and remove it",
  },
  "disk/missing": {
    title: "A file or folder is not there",
    why: "What is missing is never taken for empty.",
    next: "Check the spelling; a folder that held data may not be mounted",
  },
  "disk/not-private": {
    title: "A private file or folder can be reached by another user",
    why:
      "Somebody may have read or changed it already, so it is not silently " +
      "repaired.",
    next:
      "Find out who could reach it; then set mode 0700 for the folder and " +
      "0600 for its files, and yourself as the owner",
  },
  "disk/outside": {
    title: "A path is not a plain way down from its root",
    why: "An empty part, `.` or `..` could lead out of the folder that was " +
      "granted.",
    next: "Write the path relative to the root, with one slash between parts",
  },
  "disk/read-only": {
    title: "The file system is read-only",
    why: "Nothing was changed. The kernel also turns a file system read-only " +
      "after an error of the disk.",
    next: "See `dmesg` for an error; else remount it for writing",
  },
  "disk/too-large": {
    title: "A private file is larger than anything that is written to it",
    why: "Limits keep time and memory bounded, and no writer of ours passes " +
      "them: the content is not ours.",
    next: "Look at the file; put the right one back from a copy",
  },
  "disk/unknown-outcome": {
    title: "A change shows, but may not outlive a power cut",
    why: "The change was made and the sync after it failed. Nobody can tell " +
      "which of the two states the disk keeps, so it counts neither as done " +
      "nor as not done; a claim in this state counts as used.",
    next: "Look at the disk's health first, then at what stands there now",
  },
  "disk/wrong-kind": {
    title: "Another kind of thing stands at a path",
    why: "A folder, pipe or device in the place of a file was not made by " +
      "this program.",
    next: "Look at it with `ls -ld`; move it away if it does not belong there",
  },
};
