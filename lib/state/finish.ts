// Copyright 2026 the lnk authors. MIT license.

/**
 * Makes an unpack final, and cleans up after it.
 *
 * @module
 */

import { type Disk, durableRemove } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { removeStaging } from "./clean.ts";
import { placesIn } from "./home.ts";
import { tilde } from "./paths.ts";
import type { Staged } from "./stage.ts";

/**
 * Removes the journal, which makes the unpack final, and then what it worked
 * in.
 *
 * @param disk Where.
 * @param home A home without links, with all in place.
 * @param staged What was unpacked.
 * @returns What could not be done though the unpack is final, in words.
 * @throws {LnkError} `disk/...` where it is not final.
 */
export function finish(
  disk: Disk,
  home: string,
  { closed }: Staged,
): readonly string[] {
  const doubt = removeJournal(disk, home);
  const modes = closed.flatMap(({ path, mode }) =>
    tried(() =>
      attempt("write", tilde(path), () => disk.chmod(`${home}/${path}`, mode))
    )
  );
  const cleaning = tried(() => removeStaging(disk, home));
  // A journal without its folder cannot come back: that settles it as well.
  if (doubt && cleaning.length > 0) throw doubt;
  return [...modes, ...cleaning];
}

/** Hands back the doubt whether the removal will last, where the journal is gone for now. */
function removeJournal(disk: Disk, home: string): LnkError | undefined {
  const { journal } = placesIn(home);
  try {
    durableRemove(disk, journal);
    return undefined;
  } catch (error) {
    const doubt = error instanceof LnkError &&
      error.code === "disk/unknown-outcome";
    if (!doubt || disk.lstat(journal)) throw error;
    return error;
  }
}

function tried(act: () => void): readonly string[] {
  try {
    act();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
