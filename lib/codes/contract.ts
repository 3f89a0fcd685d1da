// Copyright 2026 the lnk authors. MIT license.

/**
 * Pages about contracts, and about the JSON that one may be written in.
 *
 * @module
 */

import type { Pages } from "./page.ts";

/** Pages about contracts, and about the JSON that one may be written in. */
export const CONTRACT_PAGES: Pages = {
  "contract/bad-name": {
    title: "The harness's name is not a name",
    why: "Scripts and reports use the name as one word.",
    next: "Use 1 to 128 letters, digits, `.`, `_` and `-`, not starting " +
      "with `.`",
    bad: 'name = "Claude Code"\n',
    good: 'name = "claude-code"\n',
  },
  "contract/bad-path": {
    title: "A state path is not a path inside the harness's home",
    why: "A move carries what the contract names to another machine. A path " +
      "that is absolute, climbs or names all of the home would carry " +
      "something else than the harness's state.",
    next: "Start the path with `~/` and name a file or folder below it, " +
      "without `..`, empty parts or a slash at the end",
    bad: 'name = "goose"\n[state]\ninclude = ["/home/ann/.goose/sessions/"]\n',
    good: 'name = "goose"\n[state]\ninclude = ["~/.goose/sessions"]\n',
  },
  "contract/exclude-outside": {
    title: "An exclude lies in nothing that is included",
    why: "It takes nothing away, so it is probably misspelt, and what it " +
      "was meant to leave out would move along.",
    next: "Correct the path, or remove it",
    bad: 'name = "goose"\n[state]\ninclude = ["~/.goose"]\n' +
      'exclude = ["~/.gooes/logs"]\n',
    good: 'name = "goose"\n[state]\ninclude = ["~/.goose"]\n' +
      'exclude = ["~/.goose/logs"]\n',
  },
  "contract/include-excluded": {
    title: "All of an include is excluded",
    why: "Excludes win over includes, so nothing of this path moves along.",
    next: "Remove one of the two, or exclude only a part",
    bad: 'name = "goose"\n[state]\ninclude = ["~/.goose/sessions"]\n' +
      'exclude = ["~/.goose"]\n',
    good: 'name = "goose"\n[state]\ninclude = ["~/.goose/sessions"]\n' +
      'exclude = ["~/.goose/sessions/cache"]\n',
  },
  "contract/no-name": {
    title: "The contract does not name its harness",
    why: "A switch says from which harness to which.",
    next: 'Add a name above the first table, such as `name = "goose"`',
    bad: "[state.export]\nconversations = true\n",
    good: 'name = "goose"\n[state.export]\nconversations = true\n',
  },
  "contract/pattern-path": {
    title: "A state path looks like a pattern",
    why: "Paths are taken as they are: `*` matches only a file of that name.",
    next: "Name the folder that holds the files, and exclude what should stay",
    bad: 'name = "goose"\n[state]\ninclude = ["~/.goose/*.yaml"]\n',
    good: 'name = "goose"\n[state]\ninclude = ["~/.goose/config.yaml"]\n',
  },
  "contract/repeated-path": {
    title: "A state path is named twice in one list",
    why: "The second does nothing; another path may have been meant.",
    next: "Remove one of the two",
    bad: 'name = "goose"\n[state]\ninclude = ["~/.goose", "~/.goose"]\n',
    good: 'name = "goose"\n[state]\ninclude = ["~/.goose"]\n',
  },
  "contract/same-name": {
    title: "Two contracts have the same name",
    why: "Rows and columns of a matrix are told apart by the name alone.",
    next: "Name every harness once, or leave one of the files out",
  },
  "contract/unknown-key": {
    title: "A name is no part of a contract",
    why: "An absent field promises nothing. A misspelt one would turn a " +
      "promise into none without anybody noticing.",
    next: "Correct the name; fields are listed in docs/contracts.md",
    bad: 'name = "goose"\n[state.export]\nconversation = true\n',
    good: 'name = "goose"\n[state.export]\nconversations = true\n',
  },
  "contract/unsound": {
    title: "A contract has errors, so it promises nothing",
    why: "What a switch leaves behind is computed from both contracts. A " +
      "guess about one of them could lose something without asking.",
    next: "Mend what `lnk-tool contract check FILE` shows, then run this again",
  },
  "contract/wrong-type": {
    title: "A field has a value that it does not take",
    why: "A promise is true or false; a word is taken only where it means " +
      'something: "none" in an export, "text" for imported conversations.',
    next: "Write one of the values that the message names",
    bad: 'name = "goose"\n[state.import]\nconversations = "yes"\n',
    good: 'name = "goose"\n[state.import]\nconversations = "text"\n',
  },
  "json/duplicate": {
    title: "A name is defined twice in one object",
    why: "JSON has no rule which of the two counts, and readers differ.",
    next: "Keep one of the two",
  },
  "json/not-an-object": {
    title: "The JSON is not one object",
    why: "Fields are looked up by their names.",
    next: "Put the fields in braces",
  },
  "json/syntax": {
    title: "The text is not JSON",
    why: "A file that cannot be read to its end says nothing for certain.",
    next: "Mend the place shown; comments, single quotes and a comma after " +
      "the last item are no JSON",
  },
  "json/too-deep": {
    title: "Lists or objects nest too deep",
    why:
      "No file of ours needs more than three levels; deep ones are made to " +
      "exhaust a reader.",
    next: "Check that this is the file you mean",
  },
};
