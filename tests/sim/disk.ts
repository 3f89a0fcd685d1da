// Copyright 2026 the lnk authors. MIT license.

/**
 * A disk in memory that can fail, cut short or lose anything.
 *
 * @module
 */

import { basename, dirname } from "@std/path/posix";
import type { Disk, Entry, OpenFile } from "../../lib/disk.ts";
import { systemError } from "./errors.ts";
import { type Node, Platter, ROOT } from "./platter.ts";

/** Thrown by every call from the crash on: nobody may catch it to go on. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** What goes wrong; calls are counted from 1. */
export interface Trouble {
  /** The change before which the machine stops. */
  readonly crashAt?: number;
  /** The call that fails instead of being carried out. */
  readonly failAt?: number;
  /** With what, such as `ENOSPC`. */
  readonly error?: string;
  /** The most bytes that one write takes. */
  readonly mostBytes?: number;
}

/** A disk in memory. */
export interface SimDisk extends Disk {
  /** What it holds. */
  readonly platter: Platter;
  /** The user of the process; tests may change it. */
  uid: number;
  /** Calls so far. */
  readonly calls: number;
  /** Calls so far that change something, or sync it. */
  readonly changes: number;
  /** Whether it has crashed. */
  readonly dead: boolean;
  /** The changes and syncs so far, for messages. */
  readonly trace: readonly string[];
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
  const trace: string[] = [];
  const locks = new Map<number, Set<object>>();
  let calls = 0;
  let changes = 0;
  let dead = false;

  /** Every call passes here before it is carried out. */
  function call(what: string, path: string, change: boolean): void {
    if (dead) throw new Crash();
    calls++;
    if (change) {
      changes++;
      trace.push(`${what} ${path}`);
    }
    if (change && changes === trouble.crashAt) {
      dead = true;
      throw new Crash();
    }
    if (calls === trouble.failAt) {
      trace.push(`${what} ${path} failed: ${trouble.error}`);
      throw systemError(trouble.error ?? "EIO", `${what} '${path}'`);
    }
  }

  /** The folder and name that a path stands for, links on the way followed. */
  function locate(path: string, hops = 0): { folder: Node; name: string } {
    if (hops > 40) throw systemError("ELOOP", path);
    const parent = path === "/" || path === "." || dirname(path) === path
      ? undefined
      : dirname(path);
    if (parent === undefined) return { folder: node(ROOT), name: "" };
    const folder = find(parent, true, hops + 1);
    if (!folder) throw systemError("ENOENT", path);
    if (folder.kind !== "folder") throw systemError("ENOTDIR", path);
    return { folder, name: basename(path) };
  }

  function find(path: string, follow: boolean, hops = 0): Node | undefined {
    const { folder, name } = locate(path, hops);
    if (name === "") return folder;
    const number = folder.names.get(name);
    const found = number === undefined ? undefined : node(number);
    if (!follow || found?.kind !== "link") return found;
    return find(new TextDecoder().decode(found.content), true, hops + 1);
  }

  const node = (number: number) => platter.nodes.get(number)!;

  function must(path: string, follow: boolean): Node {
    const found = find(path, follow);
    if (!found) throw systemError("ENOENT", path);
    return found;
  }

  function add(path: string, kind: Entry["kind"], mode: number): Node {
    const { folder, name } = locate(path);
    if (name === "" || folder.names.has(name)) {
      throw systemError("EEXIST", path);
    }
    const made = platter.add(kind, mode, disk.uid);
    platter.setNames([{ folder: folder.number, name, to: made.number }]);
    return made;
  }

  function look(path: string, follow: boolean): Entry | undefined {
    call("look", path, false);
    try {
      const found = find(path, follow);
      return found && entryOf(platter, found);
    } catch (error) {
      if (error instanceof Deno.errors.FilesystemLoop) throw error;
      return undefined;
    }
  }

  function sync(target: Node, path: string): void {
    try {
      call("sync", path, true);
    } catch (error) {
      if (!(error instanceof Crash)) platter.drop(target);
      throw error;
    }
    platter.sync(target);
  }

  function handle(path: string, target: Node): OpenFile {
    const self = {};
    const close = () => {
      locks.get(target.number)?.delete(self);
    };
    return {
      path,
      entry: () => {
        call("entry", path, false);
        return entryOf(platter, target);
      },
      readAt: (position, into) => {
        call("read", path, false);
        if (target.kind !== "file") throw systemError("EISDIR", path);
        const part = target.content.subarray(position, position + into.length);
        into.set(part);
        return part.length;
      },
      write: (bytes) => {
        call("write", path, true);
        const part = bytes.subarray(0, trouble.mostBytes ?? bytes.length);
        platter.write(target, target.content.length, part);
        return part.length;
      },
      truncate: (length) => {
        call("truncate", path, true);
        platter.cut(target, length);
      },
      sync: () => sync(target, path),
      tryLock: (mode) => {
        call("lock", path, false);
        const holders = locks.get(target.number) ?? new Set();
        if (
          mode === "exclusive" && holders.size > (holders.has(self) ? 1 : 0)
        ) {
          return false;
        }
        locks.set(target.number, holders.add(self));
        return true;
      },
      close,
      [Symbol.dispose]: close,
    };
  }

  function open(path: string, writing: boolean): OpenFile {
    call("open", path, false);
    const target = must(path, true);
    if (writing && target.kind !== "file") throw systemError("EISDIR", path);
    return handle(path, target);
  }

  const disk: SimDisk = {
    platter,
    uid: 1000,
    trace,
    get calls() {
      return calls;
    },
    get changes() {
      return changes;
    },
    get dead() {
      return dead;
    },
    lstat: (path) => look(path, false),
    stat: (path) => look(path, true),
    realPath: (path) => path,
    list: (path) => {
      call("list", path, false);
      const target = must(path, true);
      if (target.kind !== "folder") throw systemError("ENOTDIR", path);
      return [...target.names.keys()].sort();
    },
    read: (path, limit) => {
      call("read", path, false);
      return must(path, true).content.slice(0, limit + 1);
    },
    isProgram: () => false,
    openRead: (path) => open(path, false),
    openWrite: (path) => open(path, true),
    createNew: (path) => {
      call("create", path, true);
      return handle(path, add(path, "file", 0o600));
    },
    mkdir: (path) => {
      call("mkdir", path, true);
      add(path, "folder", 0o700);
    },
    rename: (from, to) => {
      call("rename", `${from} ${to}`, true);
      const moved = must(from, false);
      const [source, target] = [locate(from), locate(to)];
      platter.setNames([
        { folder: source.folder.number, name: source.name, to: undefined },
        { folder: target.folder.number, name: target.name, to: moved.number },
      ]);
    },
    remove: (path) => {
      call("remove", path, true);
      if (must(path, false).kind === "folder") {
        throw systemError("EISDIR", path);
      }
      const { folder, name } = locate(path);
      platter.setNames([{ folder: folder.number, name, to: undefined }]);
    },
    removeFolder: (path) => {
      call("remove folder", path, true);
      const target = must(path, false);
      if (target.kind !== "folder") throw systemError("ENOTDIR", path);
      if (target.names.size > 0) throw systemError("ENOTEMPTY", path);
      const { folder, name } = locate(path);
      platter.setNames([{ folder: folder.number, name, to: undefined }]);
    },
    link: (from, to) => {
      call("link", `${from} ${to}`, true);
      const { folder, name } = locate(to);
      if (folder.names.has(name)) throw systemError("EEXIST", to);
      const target = must(from, false);
      platter.setNames([{ folder: folder.number, name, to: target.number }]);
    },
    chmod: (path, mode) => {
      call("chmod", path, true);
      must(path, true).mode = mode;
    },
    utime: (path, modified) => {
      call("utime", path, true);
      must(path, true).modified = modified;
    },
    syncFolder: (path) => sync(must(path, true), path),
    symlink: (target, path) => {
      add(path, "link", 0o777).content = new TextEncoder().encode(target);
    },
    pipe: (path) => void add(path, "other", 0o600),
    chown: (path, uid) => {
      must(path, false).uid = uid;
    },
  };
  return disk;
}

function entryOf(platter: Platter, node: Node): Entry {
  let links = 0;
  for (const { names } of platter.nodes.values()) {
    for (const number of names.values()) if (number === node.number) links++;
  }
  return {
    kind: node.kind,
    size: node.content.length,
    mode: node.mode,
    uid: node.uid,
    gid: node.uid,
    links: node.kind === "folder" ? 2 : links,
    id: `sim:${node.number}`,
    modified: node.modified,
  };
}
