// Copyright 2026 the lnk authors. MIT license.

/**
 * The list of a store's files: all that can be read by path, and nothing else.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type Host, listWithin, within } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { ListedFile, StoredFile } from "./interface.ts";
import { listedTrees } from "./paths.ts";

/** Where the files are. */
interface ListedPlace {
  readonly host: Pick<Host, "disk">;
  readonly root: string;
}

type Read = (path: string) => Promise<StoredFile | undefined>;

/**
 * Lists files.
 *
 * @param place Where they are.
 * @param prefix A folder of the store, or a file; "" is all.
 * @param read Reads one.
 * @returns What can be read, by path.
 * @throws {LnkError} `store/path`, `store/closed-path`, `disk/denied`,
 *   `disk/failed`.
 */
export async function fileList(
  place: ListedPlace,
  prefix: string,
  read: Read,
): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  const rest = listedTrees(prefix).map((tree) => ({ ...tree }));
  for (let tree = rest.pop(); tree; tree = rest.pop()) {
    const { path, relative } = tree;
    const kind = kindAt(place, relative);
    if (kind === "folder") {
      const names = listWithin(place.host.disk, place.root, relative) ?? [];
      rest.push(...names.map((name) => ({
        path: `${path}/${name}`,
        relative: join(relative, name),
      })));
    } else if (kind === "file") {
      const version = await listedVersion(read, path);
      if (version !== undefined) found.push({ path, version });
    }
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

/** What stands at the end of a way without a link. */
function kindAt({ host: { disk }, root }: ListedPlace, relative: string) {
  const place = within(disk, root, relative);
  return place &&
    attempt("look at", place.path, () => disk.lstat(place.path))?.kind;
}

/** The version of what `fileRead` would give; what it would refuse is not listed. */
async function listedVersion(
  read: Read,
  path: string,
): Promise<bigint | undefined> {
  try {
    return (await read(path))?.version;
  } catch (error) {
    if (error instanceof LnkError && NOT_LISTED.has(error.code)) {
      return undefined;
    }
    throw error;
  }
}

const NOT_LISTED = new Set([
  "store/path",
  "store/closed-path",
  "store/too-large",
  "disk/link",
  "disk/wrong-kind",
  "disk/many-names",
]);
