// Copyright 2026 the lnk authors. MIT license.

/**
 * Puts one thing in its place, and never over something that came there since
 * it was looked at.
 *
 * @module
 */

import type { Disk, Entry } from "../disk.ts";
import { attempt, failure, faultOf } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { tilde } from "./paths.ts";

/** From where to where. */
export interface Way {
  /** The place below the home, for what is said of it. */
  readonly path: string;
  /** Where it waits. */
  readonly from: string;
  /** Where it goes. */
  readonly to: string;
  /** Where the file goes that stands there; without it nothing may. */
  readonly aside?: string;
}

/** What people call each kind of thing. */
export const KINDS: Readonly<Record<Entry["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "a pipe, socket or device",
};

/**
 * Puts a file or folder in its place.
 *
 * @param disk Where.
 * @param way From where to where.
 * @throws {LnkError} `state/exists` if something else stands there by now,
 *   `disk/...`.
 */
export function putInPlace(disk: Disk, way: Way): void {
  const { path, from, to, aside } = way;
  attempt("move", tilde(path), () => {
    if (aside !== undefined) setAside(disk, way, aside);
    if (disk.lstat(from)?.kind === "file") return putFile(disk, way);
    // An empty folder that comes here at this moment is all that can be lost.
    refuseStanding(disk, way);
    disk.rename(from, to);
  });
}

function setAside(disk: Disk, { path, to }: Way, aside: string): void {
  const kind = disk.lstat(to)?.kind;
  if (kind === "file") return disk.rename(to, aside);
  if (kind !== undefined) throw cameThere(path, KINDS[kind]);
}

/** A rename would replace what stands there, a second name never does. */
function putFile(disk: Disk, way: Way): void {
  const { from, to } = way;
  try {
    disk.link(from, to);
  } catch (error) {
    if (faultOf(error) === "exists") refuseStanding(disk, way);
    if (!lacksLinks(error)) throw failure("move", tilde(way.path), error);
    refuseStanding(disk, way);
    return disk.rename(from, to);
  }
  disk.remove(from);
}

/** Some file systems have no second names: FAT, and some of networks. */
function lacksLinks(error: unknown): boolean {
  const { name, message } = error as Error;
  return faultOf(error) === "denied" || name === "NotSupported" ||
    /os error (38|95)\b/.test(message);
}

function refuseStanding(disk: Disk, { path, to }: Way): void {
  const standing = disk.lstat(to);
  if (standing) throw cameThere(path, KINDS[standing.kind]);
}

function cameThere(path: string, what: string): LnkError {
  return new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(tilde(path))}: ${what} came there meanwhile`,
    { details: { exists: [tilde(path)] } },
  );
}
