// Copyright 2026 the lnk authors. MIT license.

/**
 * The harness's home: where it is, and where an unpack works in it.
 *
 * @module
 */

import type { Disk } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError, type LnkErrorOptions } from "../errors.ts";
import { quote } from "../text.ts";
import { ancestors, STAGING, tilde } from "./paths.ts";

/**
 * The home without links, which all other paths start from.
 *
 * @param disk Where to look.
 * @param home As the user named it.
 * @returns An absolute path.
 * @throws {LnkError} `state/home` unless it is a folder.
 */
export function realHome(disk: Disk, home: string): string {
  return attempt("use", home, () => {
    const kind = disk.stat(home)?.kind;
    if (kind === "folder") return disk.realPath(home);
    throw noHome(home, kind ? "it is no folder" : "there is no such folder");
  });
}

function noHome(home: string, state: string): LnkError {
  const message = `Cannot use ${quote(home)} as the home: ${state}`;
  return new LnkError("unable", "state/home", message);
}

/** The places of an unpack in a home. */
export interface Places {
  /** The private folder of the unpack. */
  readonly staging: string;
  /** What was unpacked and is not moved yet. */
  readonly fresh: string;
  /** What was replaced, by the number of its move. */
  readonly old: string;
  /** What is about to be moved. */
  readonly journal: string;
}

/**
 * The places of an unpack.
 *
 * @param home A home without links.
 * @returns Paths in it.
 */
export function placesIn(home: string): Places {
  const staging = `${home}/${STAGING}`;
  return {
    staging,
    fresh: `${staging}/new`,
    old: `${staging}/old`,
    journal: `${staging}/journal`,
  };
}

/**
 * Refuses a home in which an unpack is half-done.
 *
 * @param disk Where.
 * @param home A home without links.
 * @throws {LnkError} `state/unfinished`.
 */
export function refuseUnfinished(disk: Disk, home: string): void {
  const { journal } = placesIn(home);
  if (!attempt("look at", journal, () => disk.lstat(journal))) return;
  throw unfinished(home, "an unpack is at work there, or was cut off");
}

/**
 * The refusal of a home in which an unpack is half-done.
 *
 * @param home The home.
 * @param state What is known of it.
 * @param options Why no more is known, and the next step where it is another.
 * @returns An error of code `state/unfinished`.
 */
export function unfinished(
  home: string,
  state: string,
  options: LnkErrorOptions = {},
): LnkError {
  return new LnkError(
    "refused",
    "state/unfinished",
    `Cannot use ${quote(home)} as the home: ${state}`,
    options,
  );
}

/**
 * Refuses a path whose way from the home is not made of folders alone.
 *
 * @param disk Where.
 * @param home A home without links.
 * @param path A path below it.
 * @throws {LnkError} `state/through-link`.
 */
export function refuseLinks(disk: Disk, home: string, path: string): void {
  for (const folder of ancestors(path)) {
    const entry = attempt(
      "look at",
      tilde(folder),
      () => disk.lstat(`${home}/${folder}`),
    );
    if (entry?.kind === "folder") continue;
    if (entry?.kind === "link") throw throughLink(folder, "it is a link");
    throw throughLink(folder, entry ? "it is no folder" : "it has gone");
  }
}

/**
 * The refusal to write through a link, or what took the place of a folder.
 *
 * @param path Where it stands, below the home.
 * @param state What stands there.
 * @returns An error of code `state/through-link`.
 */
export function throughLink(path: string, state: string): LnkError {
  return new LnkError(
    "refused",
    "state/through-link",
    `Cannot unpack into ${quote(tilde(path))}: ${state}`,
    { details: { path: tilde(path) } },
  );
}
