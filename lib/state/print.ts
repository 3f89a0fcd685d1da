// Copyright 2026 the lnk authors. MIT license.

/**
 * A tree at a glance, to tell later whether anybody changed it.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import type { Disk, Entry } from "../disk.ts";
import { attempt } from "../disk/fault.ts";

/**
 * Looks at a tree without following links.
 *
 * Every path counts on its own, so that no file's time can hide the change of
 * another. A change is missed only where somebody turned the time back as well.
 *
 * @param disk Where.
 * @param path Its top.
 * @returns A digest of what stands where, with sizes, modes and times of
 *   change; `undefined` where nothing stands.
 * @throws {LnkError} `disk/...`.
 */
export async function printOf(
  disk: Disk,
  path: string,
): Promise<string | undefined> {
  const lines = attempt("look at", path, () => linesOf(disk, path));
  if (lines.length === 0) return undefined;
  const bytes = new TextEncoder().encode(lines.join("\n"));
  return encodeHex(await crypto.subtle.digest("SHA-256", bytes));
}

/** A line for each path of a tree; none where nothing stands. */
function linesOf(disk: Disk, path: string): string[] {
  const lines: string[] = [];
  const add = (below: string) => {
    const entry = disk.lstat(`${path}${below}`);
    if (!entry) return;
    lines.push(line(below, entry));
    if (entry.kind !== "folder") return;
    for (const name of disk.list(`${path}${below}`)) add(`${below}/${name}`);
  };
  add("");
  return lines;
}

/** A folder's size and time say what its names say better: a rename changes them on some disks. */
function line(path: string, entry: Entry): string {
  const { kind, id, mode, size, modified } = entry;
  const content = kind === "folder" ? [] : [size, modified];
  return JSON.stringify([path, kind, id, mode, ...content]);
}
