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
import { placesIn, throughLink } from "./home.ts";
import type { Move } from "./journal.ts";
import { tilde } from "./paths.ts";
import { KINDS } from "./place.ts";
import { printOf } from "./print.ts";

/**
 * The fewest renames that bring all that is staged into place.
 *
 * @param disk Where.
 * @param home A home without links, with a staging folder.
 * @param force Whether files may be replaced.
 * @returns What to move, in order of path.
 * @throws {LnkError} `state/exists`, `state/through-link`, `disk/...`.
 */
export async function planMoves(
  disk: Disk,
  home: string,
  force: boolean,
): Promise<Move[]> {
  const { fresh } = placesIn(home);
  const found: Omit<Move, "print">[] = [];
  const visit = (path: string) => {
    const staged = disk.lstat(`${fresh}/${path}`)!;
    const standing = attempt(
      "look at",
      tilde(path),
      () => disk.lstat(`${home}/${path}`),
    );
    if (standing?.kind === "link") throw throughLink(path, "it is a link");
    if (standing?.kind === "folder" && staged.kind === "folder") {
      for (const name of disk.list(`${fresh}/${path}`)) {
        visit(`${path}/${name}`);
      }
    } else if (!standing || mayReplace(standing, staged, path)) {
      found.push({ path, replaces: standing !== undefined });
    }
  };
  for (const name of disk.list(fresh)) visit(name);
  if (!force) refuseStanding(found);
  const moves: Move[] = [];
  for (const move of found) {
    const print = (await printOf(disk, `${fresh}/${move.path}`))!;
    moves.push({ ...move, print });
  }
  return moves;
}

function mayReplace(standing: Entry, staged: Entry, path: string): boolean {
  if (standing.kind === "file" && staged.kind === "file") return true;
  throw new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(tilde(path))}: the archive has a ${staged.kind} ` +
      `there, the home ${KINDS[standing.kind]}`,
    { help: "move it away", details: { exists: [tilde(path)] } },
  );
}

/** How many names an error lists. */
const SHOWN = 100;

function refuseStanding(found: readonly Omit<Move, "print">[]): void {
  const exists = found.filter(({ replaces }) => replaces)
    .map(({ path }) => tilde(path));
  if (exists.length === 0) return;
  const more = exists.length > 1 ? ` and ${exists.length - 1} more` : "";
  throw new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(exists[0]!)}${more}: a file stands there`,
    { details: { exists: exists.slice(0, SHOWN), count: exists.length } },
  );
}
