// Copyright 2026 the lnk authors. MIT license.

/**
 * An open file of the disk in memory.
 *
 * @module
 */

import type { OpenFile } from "../../lib/disk.ts";
import { systemError } from "./errors.ts";
import { changing, type Ground, looking, syncing } from "./ground.ts";
import type { Node } from "./platter.ts";
import { entryOf } from "./tree.ts";

/**
 * Opens what stands at a path.
 *
 * @param ground The disk below it.
 * @param path The path, as errors name it.
 * @param node What stands there.
 * @returns It, open; its locks go when it is closed.
 */
export function openFile(ground: Ground, path: string, node: Node): OpenFile {
  const { platter, trouble, locks } = ground;
  const self = {};
  const close = () => void locks.get(node.number)?.delete(self);
  return {
    path,
    entry: () => {
      looking(ground, "entry", path);
      return entryOf(platter, node);
    },
    readAt: (position, into) => {
      looking(ground, "read", path);
      if (node.kind !== "file") throw systemError("EISDIR", path);
      const part = node.content.subarray(position, position + into.length);
      into.set(part);
      return part.length;
    },
    write: (bytes) => {
      changing(ground, "write", path);
      const part = bytes.subarray(0, trouble.mostBytes ?? bytes.length);
      platter.write(node, node.content.length, part);
      return part.length;
    },
    truncate: (length) => {
      changing(ground, "truncate", path);
      platter.cut(node, length);
    },
    sync: () => syncing(ground, node, path),
    tryLock: (mode) => {
      looking(ground, "lock", path);
      const holders = locks.get(node.number) ?? new Set();
      const others = holders.size - (holders.has(self) ? 1 : 0);
      if (mode === "exclusive" && others > 0) return false;
      locks.set(node.number, holders.add(self));
      return true;
    },
    close,
    [Symbol.dispose]: close,
  };
}
