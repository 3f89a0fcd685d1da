// Copyright 2026 the lnk authors. MIT license.

/**
 * Removes what an unpack worked in, and nothing that others put there.
 *
 * @module
 */

import { type Disk, isTemp } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { placesIn, unfinished } from "./home.ts";
import { STAGING, tilde } from "./paths.ts";

/**
 * Whether an unpack left its folder in a home.
 *
 * @param disk Where.
 * @param home A home without links.
 * @returns Whether it stands there.
 * @throws {LnkError} `state/unfinished` for a folder, or anything else of that
 *   name, that no unpack made; `disk/...`.
 */
export function hasStaging(disk: Disk, home: string): boolean {
  const { staging } = placesIn(home);
  return attempt("look at", staging, () => {
    const entry = disk.lstat(staging);
    if (!entry) return false;
    const own = entry.kind === "folder" && entry.uid === disk.uid &&
      disk.list(staging).every((name) => isOurs(disk, staging, name));
    if (own) return true;
    throw unfinished(home, `${tilde(STAGING)} was not made by an unpack`, {
      help: `look into ${tilde(STAGING)} and move it away: ` +
        "unpack needs that name, and removes what it finds there of its own",
    });
  });
}

function isOurs(disk: Disk, staging: string, name: string): boolean {
  const kind = disk.lstat(`${staging}/${name}`)?.kind;
  if (name === "new" || name === "old") return kind === "folder";
  return (name === "journal" || isTemp(name)) && kind === "file";
}

/**
 * Removes the folder of an unpack for good.
 *
 * @param disk Where.
 * @param home A home without links, with nothing to take back.
 * @throws {LnkError} `disk/...`.
 */
export function removeStaging(disk: Disk, home: string): void {
  const { staging } = placesIn(home);
  attempt("remove", staging, () => {
    removeTree(disk, staging);
    disk.syncFolder(home);
  });
}

/** Removes a tree of ours, whatever the modes in it. */
function removeTree(disk: Disk, path: string): void {
  const entry = disk.lstat(path);
  if (!entry) return;
  if (entry.kind !== "folder") return disk.remove(path);
  if ((entry.mode & 0o700) !== 0o700) disk.chmod(path, 0o700);
  for (const name of disk.list(path)) removeTree(disk, `${path}/${name}`);
  disk.removeFolder(path);
}
