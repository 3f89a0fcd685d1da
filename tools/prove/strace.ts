// Copyright 2026 the lnk authors. MIT license.

/**
 * Kills a command before each system call on its folder, and lets each of
 * these calls fail.
 *
 * Only the main thread is traced: there the storage calls are made, and there
 * a call can be counted. Without `--seccomp-bpf`: with it no signal is
 * sent, and a sweep would pass without one kill.
 *
 * @module
 */

import { mustStep, run, type StorageCommand } from "./command.ts";
import { inLanes } from "./lanes.ts";
import { goOn } from "./next.ts";
import { attempt, points, prepared } from "./points.ts";
import { counter, type Tally } from "./tally.ts";

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
    const where = `${point.call} ${point.here}`;
    const tried = await attempt(command, starts, {
      ...point,
      what: "signal=KILL",
    });
    // A point where nothing was killed would prove nothing.
    if (tried.code !== 137 || !tried.hit) count.missed(where);
    await goOn(command, { ...tried, where }, 3, count);
  });
  return count.tally();
}

/**
 * Lets each call of a command fail; it must say so, and keep what was there.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @param errorsAt The errors that a call is tried with, by whether it may
 *   change what is on the disk, and by its place among all.
 * @returns What was counted.
 */
export async function errorSweep(
  command: StorageCommand,
  folder: string,
  errorsAt: (changes: boolean, index: number) => readonly string[],
): Promise<Tally> {
  const count = counter("each call fails", command.name);
  const starts = await prepared(command, folder);
  const whole = starts.told.length +
    (await mustStep(command, await starts.next(), 2)).length;
  await inLanes(await points(command, starts), async (point, index) => {
    for (const error of errorsAt(point.changes, index)) {
      const where = `${point.call} ${point.here} ${error}`;
      const tried = await attempt(command, starts, {
        ...point,
        what: `error=${error}`,
      });
      if (!tried.hit) count.missed(where);
      if (tried.code === 0 && tried.told.length < whole) {
        count.fault(`${where}: exit 0, though not all was done`);
      }
      // Another call that failed may be the runtime's own.
      if (tried.code === 1 && tried.hit) {
        count.fault(`${where}: ${tried.stderr}`);
      }
      await goOn(command, { ...tried, where }, 3, count);
    }
  });
  return count.tally();
}
