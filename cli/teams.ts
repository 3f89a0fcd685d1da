// Copyright 2026 the lnk authors. MIT license.

/**
 * The words of `--team`, wherever it stands.
 *
 * @module
 */

import { LnkError } from "../lib/errors.ts";
import { quote } from "../lib/text.ts";

/** The words of the flag. */
export const TEAM = {
  team: {
    kind: "parsed",
    parse: String,
    brief: "Also look at a team's shared folder (NAME=DIR, repeatable)",
    placeholder: "team",
    variadic: true,
    default: [],
  },
} as const;

/**
 * Teams' shared folders.
 *
 * @param words What was given, as NAME=DIR.
 * @returns The folders by team.
 * @throws {LnkError} `usage/arguments`.
 */
export function teamFolders(words: readonly string[]): Map<string, string> {
  const teams = new Map<string, string>();
  for (const word of words) {
    const [team, folder] = teamFolder(word);
    if (teams.has(team)) {
      throw badFlag(`--team gives ${quote(team)} two folders`);
    }
    teams.set(team, folder);
  }
  return teams;
}

function teamFolder(word: string): [name: string, folder: string] {
  const at = word.indexOf("=");
  if (at < 1 || at === word.length - 1) {
    throw badFlag(`--team ${quote(word)} is not NAME=DIR`);
  }
  return [word.slice(0, at), word.slice(at + 1)];
}

function badFlag(message: string): LnkError {
  return new LnkError("usage", "usage/arguments", message);
}
