// Copyright 2026 the lnk authors. MIT license.

/**
 * Disks that leave one sync out: on them the scenarios must fail, or they
 * prove nothing.
 *
 * @module
 */

import type { Disk, OpenFile } from "../../lib/disk.ts";

/** A sync that can be left out. */
export type Sync =
  | "file"
  | "folder"
  | "folder after a rename"
  | "folder after a removal"
  | "folder after mkdir";

/**
 * A disk that says it synced, and did not.
 *
 * @param disk The disk below.
 * @param sync Which sync it leaves out.
 * @returns A disk that passes all else on.
 */
export function withoutSync(disk: Disk, sync: Sync): Disk {
  let last = "";
  const noting = <T extends unknown[]>(
    name: string,
    act: (...given: T) => void,
  ) =>
  (...given: T) => {
    last = name;
    act(...given);
  };
  const file = (open: OpenFile): OpenFile =>
    sync === "file" ? { ...open, sync: () => {} } : open;
  return {
    ...disk,
    uid: disk.uid,
    openWrite: (path) => file(disk.openWrite(path)),
    createNew: (path) => file(disk.createNew(path)),
    rename: noting("a rename", disk.rename),
    remove: noting("a removal", disk.remove),
    mkdir: noting("mkdir", disk.mkdir),
    syncFolder: (path) => {
      if (sync !== "folder" && sync !== `folder after ${last}`) {
        disk.syncFolder(path);
      }
    },
  };
}
