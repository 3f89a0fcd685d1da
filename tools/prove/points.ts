// Copyright 2026 the lnk authors. MIT license.

/**
 * The system calls of a command, and hitting one of them.
 *
 * @module
 */

import type { Ended } from "../process.ts";
import { mustRun, mustStep, run, type StorageCommand } from "./command.ts";

/** Calls that change, sync or lock something. */
const CALLS = [
  "openat",
  "write",
  // What SQLite writes.
  "pwrite64",
  "fsync",
  "fdatasync",
  "rename",
  "renameat",
  "renameat2",
  "unlink",
  "unlinkat",
  "rmdir",
  "mkdir",
  "mkdirat",
  "flock",
  "ftruncate",
  "link",
  "linkat",
];

/** One call of a run. */
export interface Point {
  /** Its name. */
  readonly call: string;
  /** The how manieth of its name in the main thread. */
  readonly all: number;
  /** The how manieth of its name on the folder. */
  readonly here: number;
  /** Whether it may change what is on the disk. */
  readonly changes: boolean;
}

/** Folders in which the first step is done. */
export interface Starts {
  /** What the first step acknowledged. */
  readonly told: readonly string[];
  /** A fresh one. */
  next(): Promise<string>;
}

/**
 * Does the first step once; each point gets a copy of what it left.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @returns The copies.
 */
export async function prepared(
  command: StorageCommand,
  folder: string,
): Promise<Starts> {
  const first = Deno.makeTempDirSync({ dir: folder });
  await command.setup(first);
  const told = await mustStep(command, first, 1);
  let copies = 0;
  return {
    told,
    next: async () => {
      const place = `${first}.${++copies}`;
      await mustRun(["cp", "-a", first, place]);
      return place;
    },
  };
}

/**
 * The calls of the second step that concern its folder.
 *
 * @param command The command.
 * @param starts Where it starts.
 * @returns Them, in their order.
 */
export async function points(
  command: StorageCommand,
  starts: Starts,
): Promise<Point[]> {
  const place = await starts.next();
  const log = `${place}.strace`;
  await run([
    ...["strace", "-qq", "-y", "-o", log, "-e", `trace=${CALLS}`],
    ...command.argv(place, 2),
  ]);
  const counts = new Map<string, { all: number; here: number }>();
  return linesOf(log).flatMap((line) => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) return [];
    const count = counts.get(call) ?? { all: 0, here: 0 };
    counts.set(call, count);
    count.all++;
    if (!line.includes(place)) return [];
    count.here++;
    const changes = call !== "flock" &&
      (call !== "openat" || line.includes("O_CREAT"));
    return [{ call, ...count, changes }];
  });
}

/** How far off a count may be, nearest first, each several times: a busy machine makes the runtime wake its threads more or less often. */
const AIMS = Array.from(
  { length: 4 },
  () => [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6],
).flat();

/**
 * Does the second step, with something done to one call.
 *
 * Now and then the runtime makes a call more or fewer than before, to wake a
 * thread of its own: what hit another call is tried again.
 *
 * @param command The command.
 * @param starts Where it starts.
 * @param at The call, and what is done to it, as strace's `inject` takes it.
 * @returns How it ended, what it had acknowledged by then, and whether that
 *   very call was hit.
 */
export async function attempt(
  command: StorageCommand,
  starts: Starts,
  { call, all, here, what }: Omit<Point, "changes"> & { readonly what: string },
): Promise<Ended & { hit: boolean; place: string; told: readonly string[] }> {
  for (let tried = 0;; tried++) {
    const place = await starts.next();
    const log = `${place}.strace`;
    const count = Math.max(1, all + AIMS[tried]!);
    const ended = await run([
      ...["strace", "-qq", "-y", "-o", log, "-e", `trace=${call}`],
      ...["-e", `inject=${call}:${what}:when=${count}`],
      ...command.argv(place, 2),
    ]);
    const hit = hitCall(linesOf(log), place) === here;
    if (!hit && tried + 1 < AIMS.length) continue;
    const more = command.acknowledged(ended.stdout);
    return { ...ended, hit, place, told: [...starts.told, ...more] };
  }
}

/** The how manieth call on the folder failed, or was the last before a kill; 0 where it was another. */
function hitCall(lines: readonly string[], place: string): number {
  const killed = lines.at(-1)?.startsWith("+++ killed");
  const at = killed
    ? lines.length - 2
    : lines.findIndex((line) => line.endsWith("(INJECTED)"));
  if (!lines[at]?.includes(place)) return 0;
  return lines.slice(0, at + 1).filter((line) => line.includes(place)).length;
}

function linesOf(log: string): string[] {
  return Deno.readTextFileSync(log).trimEnd().split("\n");
}
