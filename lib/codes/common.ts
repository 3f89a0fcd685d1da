// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about files, usage and the program itself.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about files, usage and the program itself. */
export const COMMON_PAGES: Pages = {
  "allow/error": {
    title: "A comment tries to silence an error",
    why: "A file with an error grants nothing, and no comment can change that.",
    next: "Mend the error, then remove the comment",
    bad:
      '[commands]\nrun = ["a b"] # lnk: allow commands/not-a-program it works\n',
    good: '[commands]\nrun = ["a"]\n',
  },
  "allow/malformed": {
    title: "A comment to lnk cannot be read",
    why: "A warning is silenced only with its code and a reason, so that the " +
      "next reader knows why.",
    next:
      "Write `# lnk: allow CODE[,CODE] reason` at the end of the line, or " +
      "remove it",
    bad: '[commands]\nrun = ["*"] # lnk: allow commands/any\n',
    good: '[commands]\nrun = ["*"] # lnk: allow commands/any it runs in a VM\n',
  },
  "allow/unknown-code": {
    title: "A comment allows a code that does not exist",
    why: "It silences nothing, though it looks as if it did.",
    next: "Take the code from the finding; `lnk-tool explain` lists all",
    bad: '[commands]\nrun = ["*"] # lnk: allow commands/all it runs in a VM\n',
    good: '[commands]\nrun = ["*"] # lnk: allow commands/any it runs in a VM\n',
  },
  "allow/unused": {
    title: "A comment allows what is not there",
    why: "A left-over comment would silence the next mistake on its line.",
    next: "Remove the comment, or put it at the end of the line it is about",
    bad:
      '[commands]\nrun = ["git"] # lnk: allow commands/any it runs in a VM\n',
    good: '[commands]\nrun = ["git"]\n',
  },
  "check/more": {
    title: "There are more findings than are told",
    why:
      "A report of many thousand findings helps nobody, so they are counted " +
      "instead.",
    next: "Mend what is shown first, and check again",
  },
  "file/missing": {
    title: "There is no such file",
    why: "What cannot be read cannot be checked, and a missing file is never " +
      "taken for an empty one.",
    next:
      "Check the spelling and the folder you are in; `-` reads standard input",
  },
  "file/folder": {
    title: "A folder stands where a file is needed",
    why: "A folder has no text of its own.",
    next: "Name a file in it",
  },
  "file/not-regular": {
    title: "A pipe, socket or device stands where a file is needed",
    why: "Such a thing can block for ever or change between two looks.",
    next: "Name a regular file, or give the text on standard input with `-`",
  },
  "file/unreadable": {
    title: "The file cannot be read",
    why: "The operating system refused, so nothing is known of the content.",
    next:
      "Look at the owner and mode with `ls -ld`, or run as a user who may read it",
  },
  "file/too-large": {
    title: "The file is larger than its limit",
    why: "Limits keep time and memory bounded, whatever a file holds.",
    next: "Check that this is the file you mean; the message tells the limit",
  },
  "name/malformed": {
    title: "A name has a form that no such name has",
    why: "Names become file names and parts of proofs, so each kind has one " +
      "narrow form.",
    next: "Check the spelling; the message tells the form",
  },
  "name/thread": {
    title: "A thread is not a conversation's",
    why: "Only conversations of Link, link:NAME, have portable context.",
    next: "Write link: and the conversation's name, such as link:main",
  },
  "output/failed": {
    title: "The output cannot be written",
    why: "A script that reads the output would see less than there is. A " +
      "command that changed something says behind the reason what it did.",
    next: "Free space, or choose another place for the output; what the " +
      "message tells as done is done",
  },
  "program/bug": {
    title: "The program failed in a way nobody planned for",
    why:
      "Any failure that users can act on has a code of its own; this one has none yet.",
    next:
      "Please report it with the command you ran; nothing more was done after it",
  },
  "usage/arguments": {
    title: "An argument or flag is missing, malformed or unknown",
    why: "The program never guesses what a command was meant to do.",
    next: "See the command's --help",
  },
  "usage/incomplete": {
    title: "A group of commands was named, but no command of it",
    why: "A check that runs nothing must not look like a check that passed.",
    next: "Add one of the commands listed by --help",
  },
  "usage/terminal-input": {
    title: "Standard input is a terminal",
    why: "The program never waits for a person to type a whole file.",
    next: "Give the text through a pipe or `< FILE`, or name a file",
  },
  "usage/unknown-command": {
    title: "There is no such command",
    why: "The program never runs a guess.",
    next: "See lnk-tool --help",
  },
  "text/byte-order-mark": {
    title: "The file starts with a byte order mark",
    why: "It is invisible, and a reader that does not pass over it takes it " +
      "for a part of the first name.",
    next: "Save the file as UTF-8 without a byte order mark",
    bad: '\ufeff[commands]\nrun = ["git"]\n',
    good: '[commands]\nrun = ["git"]\n',
  },
  "text/encoding": {
    title: "The file is not UTF-8",
    why: "Bytes that are no text are not guessed at.",
    next: "Save the file as UTF-8",
  },
  "toml/syntax": {
    title: "The text is not TOML",
    why: "A file that cannot be read to its end says nothing for certain, so " +
      "nothing in it is taken for granted.",
    next:
      "Mend the place shown; what stands after it is checked on the next run",
    bad: "[commands]\nrun = [git]\n",
    good: '[commands]\nrun = ["git"]\n',
  },
  "toml/duplicate": {
    title: "A name is defined twice",
    why: "TOML has no rule which of the two counts, and readers differ.",
    next: "Keep one of the two",
    bad: '[commands]\nrun = ["git"]\nrun = ["make"]\n',
    good: '[commands]\nrun = ["git", "make"]\n',
  },
  "toml/too-deep": {
    title: "Lists or tables nest too deep",
    why:
      "No file of ours needs more than three levels; deep ones are made to " +
      "exhaust a reader.",
    next: "Check that this is the file you mean",
  },
  "toml/too-long": {
    title: "A value is too long",
    why: "No file of ours needs a text of 64 KiB; long ones are made to " +
      "exhaust a reader.",
    next: "Check that this is the file you mean",
  },
};
