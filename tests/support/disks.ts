// Copyright 2026 the lnk authors. MIT license.

/**
 * The real disk in a folder of its own and the simulated one, for tests that
 * run on both.
 *
 * @module
 */

import { type Host, realDisk } from "../../lib/disk.ts";
import { chance } from "../sim/chance.ts";
import { simDisk } from "../sim/disk.ts";

/** The disks there are. */
export const BENCHES = ["real", "simulated"] as const;

/** A disk, and what only tests do to it. */
export interface Bench extends Host, AsyncDisposable {
  /** Makes a path such that a link elsewhere may hold it. */
  path(relative: string): string;
  /** Puts a link. */
  symlink(target: string, path: string): void;
  /** Puts a pipe. */
  pipe(path: string): void;
  /** Gives a thing to another user; only where that is possible. */
  readonly chown?: (path: string, uid: number) => void;
}

/**
 * A disk for a test.
 *
 * @param kind Which.
 * @returns It, empty; disposing of it removes it.
 */
export function bench(kind: typeof BENCHES[number]): Bench {
  return kind === "real" ? realBench() : simBench();
}

function realBench(): Bench {
  const base = Deno.makeTempDirSync();
  const chown = (path: string, uid: number) =>
    Deno.chownSync(`${base}/${path}`, uid, null);
  return {
    disk: realDisk(base),
    ...around(),
    path: (relative) => `${base}/${relative}`,
    symlink: (target, path) => Deno.symlinkSync(target, `${base}/${path}`),
    pipe: (path) => {
      new Deno.Command("mkfifo", { args: [`${base}/${path}`] }).outputSync();
    },
    ...(Deno.uid() === 0 ? { chown } : {}),
    [Symbol.asyncDispose]: () => Deno.remove(base, { recursive: true }),
  };
}

function simBench(): Bench {
  const disk = simDisk();
  return {
    disk,
    ...around(),
    path: (relative) => `/${relative}`,
    symlink: disk.symlink,
    pipe: disk.pipe,
    chown: disk.chown,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function around(): Omit<Host, "disk"> {
  return {
    now: () => 0,
    random: chance(1).bytes,
    sleep: () => Promise.resolve(),
  };
}
