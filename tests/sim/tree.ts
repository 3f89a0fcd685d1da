// Copyright 2026 the lnk authors. MIT license.

/**
 * Paths on a simulated disk. `.` and `/` are its root.
 *
 * @module
 */

import { basename, dirname } from "@std/path/posix";
import type { Entry, EntryKind } from "../../lib/disk.ts";
import { systemError } from "./errors.ts";
import { type Node, type Platter, ROOT } from "./platter.ts";

/** As many links as the kernel follows. */
const MOST_LINKS = 40;

/** A name in a folder; the root has none. */
interface Name {
  readonly folder: Node;
  readonly name: string;
}

/**
 * The name that a path stands for; links on the way are followed.
 *
 * @param platter The disk.
 * @param path The path.
 * @param links How many links were followed so far.
 * @returns The folder and the last part.
 */
export function locate(platter: Platter, path: string, links = 0): Name {
  if (links > MOST_LINKS) throw systemError("ELOOP", path);
  const parent = dirname(path);
  if (path === "." || parent === path) {
    return { folder: platter.nodes.get(ROOT)!, name: "" };
  }
  const folder = find(platter, parent, { follow: true, links: links + 1 });
  if (!folder) throw systemError("ENOENT", path);
  if (folder.kind !== "folder") throw systemError("ENOTDIR", path);
  return { folder, name: basename(path) };
}

/**
 * What stands at a path.
 *
 * @param platter The disk.
 * @param path The path.
 * @param how Whether a link at its end is followed.
 * @returns It, or `undefined`.
 */
export function find(
  platter: Platter,
  path: string,
  how: { readonly follow: boolean; readonly links?: number },
): Node | undefined {
  const links = how.links ?? 0;
  const { folder, name } = locate(platter, path, links);
  if (name === "") return folder;
  const found = platter.nodes.get(folder.names.get(name) ?? 0);
  if (!how.follow || found?.kind !== "link") return found;
  const target = new TextDecoder().decode(found.content);
  return find(platter, target, { follow: true, links: links + 1 });
}

/**
 * What must stand at a path.
 *
 * @param platter The disk.
 * @param path The path.
 * @param follow Whether a link at its end is followed.
 * @returns It; else ENOENT is thrown.
 */
export function must(platter: Platter, path: string, follow: boolean): Node {
  const found = find(platter, path, { follow });
  if (!found) throw systemError("ENOENT", path);
  return found;
}

/**
 * Gives a node a name where nothing stands, or takes a name away.
 *
 * @param platter The disk.
 * @param path The path.
 * @param to The node, or `undefined` to take the name away.
 */
export function name(
  platter: Platter,
  path: string,
  to: Node | undefined,
): void {
  const { folder, name } = locate(platter, path);
  const taken = name === "" || folder.names.has(name);
  if (to && taken) throw systemError("EEXIST", path);
  platter.setNames([{ folder: folder.number, name, to: to?.number }]);
}

/**
 * Puts a new thing at a path.
 *
 * @param platter The disk.
 * @param path The path.
 * @param what Its kind, mode and owner.
 * @returns The new node.
 */
export function put(
  platter: Platter,
  path: string,
  what: {
    readonly kind: EntryKind;
    readonly mode: number;
    readonly uid: number;
  },
): Node {
  const made = platter.add(what.kind, what.mode, what.uid);
  name(platter, path, made);
  return made;
}

/**
 * What a look at a node tells.
 *
 * @param platter The disk.
 * @param node The node.
 * @returns Its entry.
 */
export function entryOf(platter: Platter, node: Node): Entry {
  let names = 0;
  for (const other of platter.nodes.values()) {
    for (const number of other.names.values()) {
      if (number === node.number) names++;
    }
  }
  return {
    kind: node.kind,
    size: node.content.length,
    mode: node.mode,
    uid: node.uid,
    gid: node.uid,
    links: node.kind === "folder" ? 2 : names,
    id: `sim:${node.number}`,
    modified: node.modified,
    changed: node.modified,
  };
}
