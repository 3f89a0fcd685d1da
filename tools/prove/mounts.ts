// Copyright 2026 the lnk authors. MIT license.

/**
 * File systems of a proof's own: full ones, and ones that lose power.
 *
 * @module
 */

import { mustRun, mustStep, run, type StorageCommand } from "./command.ts";
import { goOn } from "./next.ts";
import { counter, type Tally } from "./tally.ts";

/**
 * Why no file system can be mounted here.
 *
 * @param folder A folder to work in.
 * @returns The reason, or `undefined` where it works.
 */
export async function mountMissing(
  folder: string,
): Promise<string | undefined> {
  if (Deno.uid() !== 0) return "it needs root to mount a file system";
  try {
    await using disk = await image(folder);
    await Deno.stat(disk.place);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/**
 * Runs a command on a file system that gets full.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @param sizes How large the file system is beside what stands there before,
 *   in KiB.
 * @returns What was counted.
 */
export async function fullDisk(
  command: StorageCommand,
  folder: string,
  sizes: readonly number[],
): Promise<Tally> {
  const count = counter("full file system", command.name);
  const { room = 0 } = command;
  for (const size of sizes) {
    await using mounted = await mount(
      ["-t", "tmpfs", "-o", `size=${room + size}k,mode=700`, "tmpfs"],
      `${folder}/full`,
    );
    const { place } = mounted;
    await command.setup(place);
    const told: string[] = [];
    let code = 0;
    for (let step = 1; code === 0 && step <= 12; step++) {
      const ended = await run(command.argv(place, step));
      told.push(...command.acknowledged(ended.stdout));
      code = ended.code;
    }
    if (code !== 0 && code !== 5) count.fault(`${size} KiB: exit ${code}`);
    count.point(`${size} KiB`, told, command.check(place, told));
  }
  return count.tally();
}

/**
 * Cuts the power after each step: a copy of the medium as it is at that
 * moment, mounted as after a restart. There the next step must go on; not that
 * of a control.
 *
 * It keeps the order of what the file system sent, so it finds a missing sync,
 * and no reordering: that is what the simulated disk is for.
 *
 * @param command The command.
 * @param folder A folder to work in.
 * @param plan How many steps, and whether the command is a control.
 * @returns What was counted.
 */
export async function powerCuts(
  command: StorageCommand,
  folder: string,
  plan: { readonly steps: number; readonly mustFail: boolean },
): Promise<Tally> {
  const count = counter("power cut", command.name, plan.mustFail);
  await using disk = await image(folder);
  const place = `${disk.place}/work`;
  Deno.mkdirSync(place, { mode: 0o700 });
  await command.setup(place);
  await mustRun(["sync", "-f", place]);
  const told: string[] = [];
  for (let step = 1; step <= plan.steps; step++) {
    told.push(...await mustStep(command, place, step));
    await using left = await afterCut(disk.file, `${folder}/left`);
    const found = { place: `${left.place}/work`, told, where: `step ${step}` };
    if (!plan.mustFail) await goOn(command, found, step + 1, count);
    else count.point(found.where, told, command.check(found.place, told));
  }
  return count.tally();
}

/** Something mounted; disposing of it takes it away. */
interface Mounted extends AsyncDisposable {
  readonly place: string;
}

/** A small ext4 that writes nothing by itself for five minutes. */
async function image(folder: string): Promise<Mounted & { file: string }> {
  const file = `${folder}/medium.img`;
  await mustRun(["truncate", "-s", "32M", file]);
  await mustRun(["mkfs.ext4", "-q", "-F", file]);
  const options = ["-o", "loop,noatime,commit=300", file];
  const mounted = await mount(options, `${folder}/medium`);
  return { ...mounted, file };
}

async function afterCut(file: string, place: string): Promise<Mounted> {
  await mustRun(["cp", "--sparse=always", file, `${place}.img`]);
  return await mount(["-o", "loop,noatime", `${place}.img`], place);
}

async function mount(
  what: readonly string[],
  place: string,
): Promise<Mounted> {
  Deno.mkdirSync(place, { recursive: true });
  await mustRun(["mount", ...what, place]);
  return {
    place,
    [Symbol.asyncDispose]: async () => void await mustRun(["umount", place]),
  };
}
