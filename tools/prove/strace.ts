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
import { inLanes } from "./lanes.ts";
import { goOn } from "./next.ts";
import { counter, type Tally } from "./tally.ts";

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
interface Point {
  readonly call: string;
  /** Whether it may change what is on the disk. */
  readonly changes: boolean;
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
 * @param everywhere Whether also before calls that change nothing: what such a
 *   kill leaves, one before the next change leaves as well.
 * @returns What was counted.
 */
export async function killSweep(
  command: StorageCommand,
  folder: string,
  everywhere: boolean,
): Promise<Tally> {
  const count = counter("kill before each call", command.name);
  const starts = await prepared(command, folder);
  const all = await points(command, starts);
  const chosen = all.filter(({ changes }) => everywhere || changes);
  await inLanes(chosen, async (point) => {
    const where = `${point.call} ${point.count}`;
    const tried = await attempt(command, starts, {
      ...point,
      what: "signal=KILL",
    });
    // A point where nothing was killed would prove nothing.
    if (tried.code !== 137 || !tried.hit) {
      count.fault(`${where}: not killed there, exit ${tried.code}`);
    }
    await goOn(command, { ...tried, where }, 3, count);
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
      if (!tried.hit) count.fault(`${where}: the call did not fail`);
      if (tried.code === 0 && tried.told.length < whole) {
        count.fault(`${where}: exit 0, though not all was done`);
      }
      if (tried.code === 1) count.fault(`${where}: ${tried.stderr}`);
      await goOn(command, { ...tried, where }, 3, count);
    }
  });
  return count.tally();
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
    const changes = call !== "flock" &&
      (call !== "openat" || line.includes("O_CREAT"));
    return line.includes(place) ? [{ call, count, changes }] : [];
  });
}

/** How often a point is tried until it is hit. */
const TRIES = 10;

/**
 * Does the second step, with something done to one call. Now and then the
 * runtime makes a call more or fewer than before, to wake a thread of its own;
 * what hit another call than one on the folder is tried again.
 */
async function attempt(
  command: StorageCommand,
  starts: Starts,
  { call, count, what }: Omit<Point, "changes"> & { readonly what: string },
) {
  for (let tries = 1;; tries++) {
    const place = await starts.next();
    const log = `${place}.strace`;
    const ended = await run([
      ...["strace", "-qq", "-y", "-o", log, "-e", `trace=${call}`],
      ...["-e", `inject=${call}:${what}:when=${count}`],
      ...command.argv(place, 2),
    ]);
    const hit = hitCall(log).includes(place);
    if (!hit && tries < TRIES) continue;
    const more = command.acknowledged(ended.stdout);
    return { ...ended, hit, place, told: [...starts.told, ...more] };
  }
}

/** The line of the call that failed, or before which the process was killed. */
function hitCall(log: string): string {
  const lines = Deno.readTextFileSync(log).trimEnd().split("\n");
  const killed = lines.at(-1)?.startsWith("+++ killed");
  const found = killed
    ? lines.at(-2)
    : lines.find((line) => line.endsWith("(INJECTED)"));
  return found ?? "";
}
