// Copyright 2026 the lnk authors. MIT license.

/**
 * The list of a store's files: all that can be read by path, and nothing else.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type EntryKind, type Host, within } from "../disk.ts";
import { attempt, faultOf } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { ListedFile, StoredFile } from "./interface.ts";
import { isReachable, listedTrees } from "./paths.ts";

/** Where the files are. */
interface ListedPlace {
  readonly host: Pick<Host, "disk" | "sleep">;
  readonly root: string;
}

type Read = (path: string) => Promise<StoredFile | undefined>;

/** A thing that may be listed, or hold what is. */
interface Tree {
  readonly path: string;
  readonly relative: string;
  readonly kind: EntryKind | undefined;
}

/** Things between two pauses, in which other tasks get their turn. */
const PAUSE = 100;

/**
 * Lists files. What stands deeper than a path reaches, and what this user may
 * not read, is passed over, so that no thing put there hides the others.
 *
 * @param place Where they are.
 * @param prefix A folder of the store, or a file; "" is all.
 * @param read Reads one.
 * @returns What can be read, by path.
 * @throws {LnkError} `store/path`, `store/closed-path`, `disk/denied` for the
 *   folder that was asked for, `disk/failed`.
 */
export async function fileList(
  place: ListedPlace,
  prefix: string,
  read: Read,
): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  const rest = listedTrees(prefix).map((tree) => ({
    ...tree,
    kind: kindAt(place, tree.relative),
  }));
  const asked = prefix === "" ? undefined : rest[0];
  let seen = 0;
  for (let tree = rest.pop(); tree; tree = rest.pop()) {
    if (++seen % PAUSE === 0) await place.host.sleep(0);
    const { path, kind } = tree;
    if (kind === "folder") rest.push(...inFolder(place, tree, tree === asked));
    else if (kind === "file") {
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

/** What stands in a folder; the way to it is looked at once for all of it. */
function inFolder(
  { host: { disk }, root }: ListedPlace,
  tree: Tree,
  asked: boolean,
): Tree[] {
  const way = within(disk, root, join(tree.relative, "name"));
  if (!way) return [];
  const folder = join(root, tree.relative);
  try {
    const trees = disk.list(folder)
      .map((name) => ({
        path: `${tree.path}/${name}`,
        relative: join(tree.relative, name),
        name,
      }))
      .filter(({ path }) => isReachable(path))
      .map(({ name, ...child }) => {
        const kind = disk.lstat(join(folder, name))?.kind;
        return { ...child, kind };
      });
    way.verify();
    return trees;
  } catch (error) {
    if (!asked && faultOf(error) === "denied") return [];
    return attempt("list", folder, () => {
      throw error;
    });
  }
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
  "disk/denied",
  "disk/link",
  "disk/wrong-kind",
  "disk/many-names",
]);
