// Copyright 2026 the lnk authors. MIT license.

/**
 * What the man page tells that no command knows. A test holds the variables
 * against those that the program may read, the types the exit codes.
 *
 * @module
 */

import type { EXIT } from "../lib/errors.ts";

/** What each exit code means. */
export const EXITS: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "Done. What was asked holds.",
  no: "The answer is no: findings, not granted, no match.",
  usage: "Wrong usage. Nothing was done.",
  refused: "Refused: protected data is corrupt, foreign, full or not private.",
  conflict: "Conflict: a version, a sequence or a claim stands against it.",
  unable: "Could not: unreadable, unreachable, or the outcome is unknown.",
};

/** What each variable of the environment does. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  CLICOLOR_FORCE: "A value turns colour on, 0 turns it off.",
  FORCE_COLOR: "A value turns colour on, 0 turns it off.",
  HOME: "The folder that ~ stands for.",
  NO_COLOR: "Anything but an empty value turns colour off.",
  PATH: "Where programs that a sandbox file names are looked up.",
  TERM: "The value dumb turns colour off.",
};

/** The files that are ours. */
export const FILES: readonly (readonly [string, string])[] = [
  ["sandbox.toml", "Which programs and folders an agent gets."],
  ["authority.json", "A ledger, in a private folder of its own."],
  ["history.jsonl", "A ledger's finished requests, beside it."],
  [
    "~/.lnk/agent-context/captures/",
    "A capture queue, in a harness's home.",
  ],
];

/** What the page ends with: why, and the lines to type. */
export const EXAMPLES: readonly (readonly [string, string])[] = [
  [
    "Stop a script unless a sandbox file is sound:",
    "lnk-tool grants check sandbox.toml || exit 1",
  ],
  [
    "Refuse a change that widens what an agent gets:",
    "lnk-tool grants diff --fail-on widen old.toml new.toml",
  ],
  [
    "Make a key that only its owner can read, and answer a challenge:",
    "lnk-tool proof key agent.key\n" +
    'lnk-tool proof answer "$challenge" --key-file agent.key',
  ],
  ["Learn what a code means:", "lnk-tool explain files/in-both-lists"],
];
