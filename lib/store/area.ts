// Copyright 2026 the lnk authors. MIT license.

/**
 * The store's own corner of an agent's folder: locks, leases, indexes. No
 * path of the store and no grant reaches it.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type Disk, lookAtPrivateFolder, makePrivateFolder } from "../disk.ts";

const WAY = [".lnk", "store"];

/** Makes sure that a private folder of the store's own stands, and tells its path. */
export type Area = (...parts: readonly string[]) => string;

/**
 * The store's own corner of an agent's folder.
 *
 * @param disk Where.
 * @param root The agent's folder.
 * @returns Makes folders in it; fails as `makePrivateFolder` does.
 */
export function areaOf(disk: Disk, root: string): Area {
  const made = new Set<string>();
  return (...parts) => {
    const way = [...WAY, ...parts];
    const folder = join(root, ...way);
    // That each stands for good is made sure once: it costs a listing each.
    if (made.has(folder) && lookAtPrivateFolder(disk, folder)) return folder;
    for (let depth = 1; depth <= way.length; depth++) {
      makePrivateFolder(disk, join(root, ...way.slice(0, depth)));
    }
    made.add(folder);
    return folder;
  };
}
