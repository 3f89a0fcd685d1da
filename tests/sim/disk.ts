// Copyright 2026 the lnk authors. MIT license.

/**
 * A disk in memory that can fail, cut short or lose anything.
 *
 * @module
 */

import type { Disk, Entry } from "../../lib/disk.ts";
import { systemError } from "./errors.ts";
import {
  changing,
  type Ground,
  looking,
  syncing,
  type Trouble,
} from "./ground.ts";
import { openFile } from "./open_file.ts";
import { Platter } from "./platter.ts";
import { entryOf, find, locate, must, name, put } from "./tree.ts";

export type { Trouble } from "./ground.ts";

/** The user of a simulated process. */
const USER = 1000;

/** A disk in memory. */
export interface SimDisk extends Disk {
  /** What its calls passed, and what it holds. */
  readonly ground: Ground;
  /** Puts a link. */
  symlink(target: string, path: string): void;
  /** Puts a pipe. */
  pipe(path: string): void;
  /** Gives a thing another owner. */
  chown(path: string, uid: number): void;
}

/**
 * Makes a disk.
 *
 * @param platter What it holds.
 * @param trouble What goes wrong.
 * @returns The disk.
 */
export function simDisk(
  platter: Platter = Platter.empty(),
  trouble: Trouble = {},
): SimDisk {
  const ground: Ground = {
    platter,
    trouble,
    locks: new Map(),
    calls: 0,
    changes: 0,
    dead: false,
    trace: [],
  };
  return {
    ground,
    uid: USER,
    ...looks(ground),
    ...openings(ground),
    ...namings(ground),
    ...changes(ground),
    ...plants(platter),
  };
}

function looks(
  ground: Ground,
): Pick<
  Disk,
  "lstat" | "stat" | "realPath" | "readLink" | "list" | "read" | "isProgram"
> {
  const { platter } = ground;
  return {
    lstat: (path) => look(ground, path, false),
    stat: (path) => look(ground, path, true),
    realPath: (path) => path,
    readLink: (path) => {
      looking(ground, "read link", path);
      const link = must(platter, path, false);
      if (link.kind !== "link") throw systemError("EINVAL", path);
      return new TextDecoder().decode(link.content);
    },
    list: (path) => {
      looking(ground, "list", path);
      const folder = must(platter, path, true);
      if (folder.kind !== "folder") throw systemError("ENOTDIR", path);
      return [...folder.names.keys()].sort();
    },
    read: (path, limit) => {
      looking(ground, "read", path);
      const { content } = must(platter, path, true);
      return new Uint8Array(content.subarray(0, limit + 1));
    },
    isProgram: () => false,
  };
}

function look(
  ground: Ground,
  path: string,
  follow: boolean,
): Entry | undefined {
  looking(ground, "look", path);
  try {
    const found = find(ground.platter, path, { follow });
    return found && entryOf(ground.platter, found);
  } catch (error) {
    if (error instanceof Deno.errors.FilesystemLoop) throw error;
    return undefined;
  }
}

function openings(
  ground: Ground,
): Pick<Disk, "openRead" | "openWrite" | "createNew" | "syncFolder"> {
  const { platter } = ground;
  return {
    openRead: (path) => {
      looking(ground, "open", path);
      return openFile(ground, path, must(platter, path, true));
    },
    openWrite: (path) => {
      looking(ground, "open", path);
      const file = must(platter, path, true);
      if (file.kind !== "file") throw systemError("EISDIR", path);
      return openFile(ground, path, file);
    },
    createNew: (path) => {
      changing(ground, "create", path);
      const what = { kind: "file", mode: 0o600, uid: USER } as const;
      return openFile(ground, path, put(platter, path, what));
    },
    syncFolder: (path) => syncing(ground, must(platter, path, true), path),
  };
}

function namings(
  ground: Ground,
): Pick<Disk, "rename" | "remove" | "removeFolder" | "link"> {
  const { platter } = ground;
  return {
    rename: (from, to) => {
      changing(ground, "rename", `${from} ${to}`);
      const { number } = must(platter, from, false);
      const [old, next] = [locate(platter, from), locate(platter, to)];
      platter.setNames([
        { folder: old.folder.number, name: old.name, to: undefined },
        { folder: next.folder.number, name: next.name, to: number },
      ]);
    },
    remove: (path) => {
      changing(ground, "remove", path);
      const node = must(platter, path, false);
      if (node.kind === "folder") throw systemError("EISDIR", path);
      name(platter, path, undefined);
    },
    removeFolder: (path) => {
      changing(ground, "remove folder", path);
      const node = must(platter, path, false);
      if (node.kind !== "folder") throw systemError("ENOTDIR", path);
      if (node.names.size > 0) throw systemError("ENOTEMPTY", path);
      name(platter, path, undefined);
    },
    link: (from, to) => {
      changing(ground, "link", `${from} ${to}`);
      name(platter, to, must(platter, from, false));
    },
  };
}

function changes(ground: Ground): Pick<Disk, "mkdir" | "chmod" | "utime"> {
  const { platter } = ground;
  return {
    mkdir: (path) => {
      changing(ground, "mkdir", path);
      put(platter, path, { kind: "folder", mode: 0o700, uid: USER });
    },
    chmod: (path, mode) => {
      changing(ground, "chmod", path);
      must(platter, path, true).mode = mode;
    },
    utime: (path, modified) => {
      changing(ground, "utime", path);
      must(platter, path, true).modified = modified;
    },
  };
}

/** What only tests do; not counted. */
function plants(
  platter: Platter,
): Pick<SimDisk, "symlink" | "pipe" | "chown"> {
  return {
    symlink: (target, path) => {
      const link = put(platter, path, { kind: "link", mode: 0o777, uid: USER });
      link.content = new TextEncoder().encode(target);
    },
    pipe: (path) =>
      void put(platter, path, { kind: "other", mode: 0o600, uid: USER }),
    chown: (path, uid) => {
      must(platter, path, false).uid = uid;
    },
  };
}
