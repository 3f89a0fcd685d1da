// Copyright 2026 the lnk authors. MIT license.

/**
 * Kills a command before each system call on its folder, and lets each of
 * these calls fail.
 *
 * Only the main thread is traced: there the storage calls are made, and there
 * the count of a call is exact. Without `--seccomp-bpf`: with it no signal is
 * sent, and a sweep would pass without one kill.
 *
 * @module
 */

import { mustRun, mustStep, run, type StorageCommand } from "./command.ts";
import { counter, type Tally } from "./tally.ts";

/** Calls that change, sync or lock something. */
const CALLS = [
  "openat",
  "write",
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
interface Point {
  readonly call: string;
  /** The how manieth of its name in the main thread. */
  readonly count: number;
}

/**
 * Why strace cannot be used here.
 *
 * @returns The reason, or `undefined` where it works.
 */
export async function straceMissing(): Promise<string | undefined> {
  try {
    const kill = "inject=openat:signal=KILL:when=1";
    const { code, stderr } = await run(
      ["strace", "-qq", "-o", "/dev/null", "-e", kill, "true"],
    );
    if (code === 137) return undefined;
    return `strace ended with ${code}: ${stderr.trim()}`;
  } catch {
    return "strace is not installed";
  }
}

/**
 * Kills a command before each of its calls; the next step must find all that
 * was acknowledged.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @returns What was counted.
 */
export async function killSweep(
  command: StorageCommand,
  folder: string,
): Promise<Tally> {
  const count = counter("kill before each call", command.name);
  const starts = await prepared(command, folder);
  await inLanes(await points(command, starts), async (point) => {
    const where = `${point.call} ${point.count}`;
    const tried = await attempt(command, starts, {
      ...point,
      what: "signal=KILL",
    });
    // A point where nothing was killed would prove nothing.
    if (tried.code !== 137) count.fault(`${where}: exit ${tried.code}`);
    count.point(where, tried.told, command.check(tried.place, tried.told));
    const next = await mustStep(command, tried.place, 3);
    const told = [...tried.told, ...next];
    count.point(`${where}, next step`, next, command.check(tried.place, told));
  });
  return count.tally();
}

/**
 * Lets each call of a command fail; it must say so, and keep what was there.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @param errorsAt The errors that the point of this index is tried with.
 * @returns What was counted.
 */
export async function errorSweep(
  command: StorageCommand,
  folder: string,
  errorsAt: (point: number) => readonly string[],
): Promise<Tally> {
  const count = counter("each call fails", command.name);
  const starts = await prepared(command, folder);
  const whole = starts.told.length +
    (await mustStep(command, await starts.next(), 2)).length;
  await inLanes(await points(command, starts), async (point, index) => {
    for (const error of errorsAt(index)) {
      const where = `${point.call} ${point.count} ${error}`;
      const tried = await attempt(command, starts, {
        ...point,
        what: `error=${error}`,
      });
      if (tried.code === 0 && tried.told.length < whole) {
        count.fault(`${where}: exit 0, though not all was done`);
      }
      if (tried.code === 1) count.fault(`${where}: ${tried.stderr}`);
      count.point(where, tried.told, command.check(tried.place, tried.told));
      const next = await mustStep(command, tried.place, 3);
      const told = [...tried.told, ...next];
      count.point(`${where}, next`, next, command.check(tried.place, told));
    }
  });
  return count.tally();
}

/** Does something for each of a list, on as many processors as there are. */
async function inLanes<T>(
  list: readonly T[],
  act: (one: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...list.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await act(next[1], next[0]);
    }
  };
  const lanes = Math.min(navigator.hardwareConcurrency, 8);
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Folders in which the first step is done. */
interface Starts {
  /** What the first step acknowledged. */
  readonly told: readonly string[];
  /** A fresh one. */
  next(): Promise<string>;
}

/** Does the first step once; each point gets a copy of what it left. */
async function prepared(
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

/** The calls of the second step that concern its folder. */
async function points(
  command: StorageCommand,
  starts: Starts,
): Promise<Point[]> {
  const place = await starts.next();
  const log = `${place}.strace`;
  await run([
    ...["strace", "-qq", "-y", "-o", log, "-e", `trace=${CALLS}`],
    ...command.argv(place, 2),
  ]);
  const counts = new Map<string, number>();
  return Deno.readTextFileSync(log).split("\n").flatMap((line) => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) return [];
    const count = (counts.get(call) ?? 0) + 1;
    counts.set(call, count);
    return line.includes(place) ? [{ call, count }] : [];
  });
}

/** Does the second step, with something done to one call. */
async function attempt(
  command: StorageCommand,
  starts: Starts,
  { call, count, what }: Point & { readonly what: string },
) {
  const place = await starts.next();
  const ended = await run([
    ...["strace", "-qq", "-o", "/dev/null", "-e", `trace=${call}`],
    ...["-e", `inject=${call}:${what}:when=${count}`],
    ...command.argv(place, 2),
  ]);
  const more = command.acknowledged(ended.stdout);
  return { ...ended, place, told: [...starts.told, ...more] };
}
