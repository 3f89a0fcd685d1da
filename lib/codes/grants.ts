// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about sandbox files.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about sandbox files. */
export const GRANTS_PAGES: Pages = {
  "commands/any": {
    title: "Any program may be started",
    why: "With `*` the list of programs protects nothing; only the folders do.",
    next: "List the programs that the agent needs",
    bad: '[commands]\nrun = ["*"]\n',
    good: '[commands]\nrun = ["git", "make"]\n',
  },
  "commands/any-beside-names": {
    title: "`*` stands beside other entries",
    why:
      "Either any program is meant or the named ones; which, is not guessed.",
    next: 'Keep ["*"] alone, or only the names',
    bad: '[commands]\nrun = ["*", "git"]\n',
    good: '[commands]\nrun = ["git"]\n',
  },
  "commands/not-a-program": {
    title: "An entry is not one program",
    why: "A grant names one program, found on PATH or by an absolute path. " +
      "Arguments, patterns and relative paths would grant something else " +
      "than they seem to.",
    next: "Write the program's name alone, an absolute path without `..`, or " +
      '"*" alone for any program',
    bad: '[commands]\nrun = ["git push"]\n',
    good: '[commands]\nrun = ["git"]\n',
  },
  "commands/not-ascii": {
    title: "A path has a character outside ASCII",
    why: "Some letters of other scripts look the same as a-z, so that a path " +
      "can name another file than a reader thinks.",
    next: "Retype the path; if the character is meant, say so in a comment",
    bad: '[commands]\nrun = ["/opt/\u0441at/cat"]\n',
    good: '[commands]\nrun = ["/opt/cat/cat"]\n',
  },
  "commands/odd-path": {
    title: "A path has a character that means something elsewhere",
    why:
      "Nothing in a path is expanded and no argument is split off, so that " +
      "the character is taken as part of the file's name.",
    next: "Write the program's path alone; if the file is called so, say so " +
      "in a comment",
    bad: '[commands]\nrun = ["/usr/bin/git push"]\n',
    good: '[commands]\nrun = ["/usr/bin/git"]\n',
  },
  "commands/repeated": {
    title: "A program is listed twice",
    why: "One of the two is a left-over, or another program was meant.",
    next: "Remove one of the two",
    bad: '[commands]\nrun = ["git", "git"]\n',
    good: '[commands]\nrun = ["git"]\n',
  },
  "commands/runs-anything": {
    title: "An entry can start any other program",
    why: "Shells, interpreters and launchers run what they are told to, so " +
      "this one entry grants every program.",
    next: "List the programs themselves, or say in a comment why it is wanted",
    bad: '[commands]\nrun = ["bash"]\n',
    good:
      '[commands]\nrun = ["bash"] # lnk: allow commands/runs-anything runs in a VM\n',
  },
  "files/beside-home": {
    title: "A folder of Home's stands beside `.`",
    why:
      "`.` is all of Home. A sandbox cannot keep a folder apart inside one " +
      "that is granted whole.",
    next:
      'Remove the folder, or name Home\'s folders one by one instead of "."',
    bad: '[files]\nwrite = ["."]\nread = ["memory"]\n',
    good: '[files]\nwrite = ["work"]\nread = ["memory"]\n',
  },
  "files/beside-whole": {
    title: "A team's folder stands beside `.` of the other list",
    why: "A sandbox cannot keep a folder only read inside one that is " +
      "written, or the other way round.",
    next: 'Name the team\'s folders one by one instead of "."',
    bad: '[files.teams.design]\nwrite = ["."]\nread = ["brand"]\n',
    good: '[files.teams.design]\nwrite = ["drafts"]\nread = ["brand"]\n',
  },
  "files/chats-written": {
    title: "Conversations are granted for writing",
    why:
      "An agent that can rewrite its conversations can rewrite what it was " +
      "told and what it did.",
    next: 'Move "chats" to read',
    bad: '[files]\nwrite = ["work", "chats"]\n',
    good: '[files]\nwrite = ["work"]\nread = ["chats"]\n',
  },
  "files/empty-team": {
    title: "A team is named, but nothing of it is granted",
    why: "The table reads as if something of the team could be reached.",
    next: "Name its folders in write or read, or remove the table",
    bad: "[files.teams.design]\n",
    good: '[files.teams.design]\nread = ["brand"]\n',
  },
  "files/home": {
    title: "A folder is called home",
    why: "Home's folders are named without `home/`, so this is a folder " +
      "inside Home that happens to be called home.",
    next: 'Write "." for all of Home',
    bad: '[files]\nwrite = ["home"]\n',
    good: '[files]\nwrite = ["."]\n',
  },
  "files/in-both-lists": {
    title: "A folder is in write and in read",
    why: "Either the agent may change it or it may not; which, is not guessed.",
    next: "Keep it in write if the agent may change it, else in read",
    bad: '[files]\nwrite = ["work"]\nread = ["work"]\n',
    good: '[files]\nwrite = ["work"]\n',
  },
  "files/named-twice": {
    title: "A folder is named twice in a list",
    why: "One of the two is a left-over, or another folder was meant.",
    next: "Remove one of the two",
    bad: '[files]\nwrite = ["work", "work"]\n',
    good: '[files]\nwrite = ["work"]\n',
  },
  "files/not-a-folder": {
    title: "A name cannot be a folder's",
    why: "Grants are for whole folders of one level: 1 to 64 of a-z 0-9 _ -, " +
      "starting with a letter or digit, or `.` for all of Home.",
    next: "Write the folder's name alone",
    bad: '[files]\nwrite = ["Work/"]\n',
    good: '[files]\nwrite = ["work"]\n',
  },
  "files/not-a-team": {
    title: "A name cannot be a team's",
    why: "Teams are named with 1 to 128 of A-Z a-z 0-9 . _ -, not starting " +
      "with a dot.",
    next: "Check the name in the table's header",
    bad: '[files.teams."../design"]\nread = ["brand"]\n',
    good: '[files.teams.design]\nread = ["brand"]\n',
  },
  "files/nothing": {
    title: "`[files]` is empty",
    why: "A `[files]` that is there says all: an empty one grants no folder, " +
      "while a file without it has the default.",
    next: "Name folders in write and read, or remove [files] for the default",
    bad: "[files]\n",
    good: '[files]\nwrite = ["work"]\n',
  },
  "files/redundant": {
    title: "A team's folder stands beside `.` of the same list",
    why: "`.` holds it already, so it reads as if it changed something.",
    next: "Remove the folder",
    bad: '[files.teams.design]\nread = [".", "brand"]\n',
    good: '[files.teams.design]\nread = ["."]\n',
  },
  "grants/path": {
    title: "A path is none that grants speak of",
    why:
      "Grants speak of paths below the agent's folder, with Home's folders " +
      "named without home/, such as work/a.txt.",
    next: "Give a relative path without `.` and `..` parts",
  },
  "placement/closed": {
    title: "A folder cannot be looked at",
    why: "This user may not look there, so that nothing is known of what " +
      "stands in it.",
    next: "Run the check as a user who may look there, such as the agent's own",
  },
  "placement/link": {
    title: "A link stands where a granted folder is meant",
    why: "The sandbox would open what the link leads to, and the link can be " +
      "changed later.",
    next: "Put the folder itself there, or name the folder that is meant",
  },
  "placement/many-names": {
    title: "The sandbox file has more than one name",
    why: "Another name (a hard link) may stand in a folder that the agent " +
      "writes, and only the one that was given is looked at.",
    next: "Copy the file to a name of its own; `find / -samefile FILE` finds " +
      "the others",
  },
  "placement/missing-folder": {
    title: "A granted folder is missing",
    why: "A start of the agent fails or goes without it; a folder made there " +
      "later is granted at once.",
    next: "Make the folder, or remove its name",
  },
  "placement/missing-program": {
    title: "A program is not on this machine",
    why: "A program that is put there later is granted at once.",
    next: "Install it, or remove the entry; PATH is looked at as it is now",
  },
  "placement/no-agent": {
    title: "The agent's folder is not one",
    why: "Nothing that is granted below it could be looked at.",
    next:
      "Give --agent the folder that holds instructions, skills, chats and home",
  },
  "placement/no-team": {
    title: "A team's folder is not one",
    why: "Nothing that is granted of the team could be looked at.",
    next: "Give --team NAME=DIR the team's shared folder",
  },
  "placement/no-team-folder": {
    title: "A team's shared folder does not have a granted folder",
    why: "The grant would hold for whatever is put there later, by whoever.",
    next: "Check the name, or make the folder first",
  },
  "placement/not-a-folder": {
    title: "Something else stands where a granted folder is meant",
    why: "Only folders are granted.",
    next: "Move it away, or remove the name",
  },
  "placement/relative-path": {
    title: "PATH has an entry that is no absolute path",
    why: "It means another folder at each start, perhaps one that the agent " +
      "writes. No program was looked for there.",
    next: "Keep absolute folders alone in PATH, without empty entries",
  },
  "placement/replaceable-program": {
    title: "The agent can replace a program that it may run",
    why: "What it may write and what it may run must not overlap: together " +
      "they let it run anything.",
    next:
      "Keep programs and PATH out of writable folders, or take one of the " +
      "two grants away",
  },
  "placement/team-not-granted": {
    title: "A team was given a folder, but the file does not name it",
    why:
      "The agent cannot reach the team at all; perhaps its name is misspelt.",
    next: "Check the name, or leave --team out",
  },
  "placement/writable-sandbox": {
    title: "The agent can change its own grants",
    why: "The sandbox file is in a folder that the agent writes.",
    next: "Keep the sandbox file outside of every writable folder",
  },
  "sandbox/empty": {
    title: "The file says nothing",
    why: "An empty file is more likely a lost one than a wish for the " +
      "defaults, so it is not taken for one.",
    next: "Write a [commands] table, a [files] table, or both",
    bad: "# grants of ada\n",
    good: "[commands]\nrun = []\n",
  },
  "sandbox/missing-key": {
    title: "`[commands]` has no list",
    why: "Whether no program is meant or the list was lost, is not guessed.",
    next: 'Write run = ["git"], or run = [] for no program at all',
    bad: "[commands]\n",
    good: "[commands]\nrun = []\n",
  },
  "sandbox/unknown-key": {
    title: "A key that no sandbox file has",
    why: "A misspelt key would leave its list unsaid, and what is unsaid can " +
      "have a default.",
    next: "Mend the spelling, or move the key to its table",
    bad: '[files]\nwirte = ["work"]\n',
    good: '[files]\nwrite = ["work"]\n',
  },
  "sandbox/unknown-table": {
    title: "A table that no sandbox file has",
    why: "Nothing reads it. Where its name is close to a known one it is an " +
      "error, since the default would hold instead of it.",
    next: "Mend the spelling, or remove the table",
    bad: '[file]\nwrite = ["work"]\n',
    good: '[files]\nwrite = ["work"]\n',
  },
  "sandbox/unsound": {
    title: "A sandbox file has errors, so it grants nothing",
    why: "A question about grants is answered only from a file without errors.",
    next: "See `lnk-tool grants check FILE`, and mend what it finds",
  },
  "sandbox/wrong-type": {
    title: "A value has the wrong type",
    why:
      "Lists are lists of strings, and tables are tables; nothing is converted.",
    next: 'Write a list of strings, such as ["work"]',
    bad: '[commands]\nrun = "git"\n',
    good: '[commands]\nrun = ["git"]\n',
  },
};
