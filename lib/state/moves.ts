// Copyright 2026 the lnk authors. MIT license.

/**
 * What stands in a home against what would go there.
 *
 * @module
 */

import type { Disk, Entry } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { type Move, placesIn, printOf, throughLink } from "./journal.ts";
import { tilde } from "./paths.ts";

/**
 * The fewest renames that bring all that is staged into place.
 *
 * @param disk Where.
 * @param home A home without links, with a staging folder.
 * @param force Whether files may be replaced.
 * @returns What to move, in order of path.
 * @throws {LnkError} `state/exists`, `state/through-link`, `disk/...`.
 */
export function planMoves(disk: Disk, home: string, force: boolean): Move[] {
  const { fresh } = placesIn(home);
  const moves: Move[] = [];
  const exists: string[] = [];
  const visit = (path: string) => {
    const staged = disk.lstat(`${fresh}/${path}`)!;
    const standing = attempt(
      "look at",
      tilde(path),
      () => disk.lstat(`${home}/${path}`),
    );
    if (standing?.kind === "link") throw throughLink(path);
    if (standing?.kind === "folder" && staged.kind === "folder") {
      for (const name of disk.list(`${fresh}/${path}`)) {
        visit(`${path}/${name}`);
      }
    } else if (!standing || mayReplace(standing, staged, path)) {
      if (standing && !force) exists.push(tilde(path));
      const print = printOf(disk, `${fresh}/${path}`)!;
      moves.push({ path, replaces: standing !== undefined, print });
    }
  };
  for (const name of disk.list(fresh)) visit(name);
  if (exists.length > 0) throw standsThere(exists);
  return moves;
}

function mayReplace(standing: Entry, staged: Entry, path: string): boolean {
  if (standing.kind === "file" && staged.kind === "file") return true;
  throw new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(tilde(path))}: the archive has a ${staged.kind} ` +
      `there, the home ${KINDS[standing.kind]}`,
    { help: "Move it away", details: { exists: [tilde(path)] } },
  );
}

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "a pipe, socket or device",
};

/** How many names an error lists. */
const SHOWN = 100;

function standsThere(exists: readonly string[]): LnkError {
  const more = exists.length > 1 ? ` and ${exists.length - 1} more` : "";
  return new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(exists[0]!)}${more}: a file stands there`,
    { details: { exists: exists.slice(0, SHOWN), count: exists.length } },
  );
}
