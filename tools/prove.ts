// Copyright 2026 the lnk authors. MIT license.

/**
 * Proves the storage commands on this machine's kernel, and prints what was
 * tried: kills, failing calls, a full file system, power cuts.
 *
 * `--short` tries fewer points, errors and steps, `--only NAME` one command.
 *
 * @module
 */

import { COMMANDS, CONTROLS } from "../tests/prove/commands.ts";
import { option } from "./options.ts";
import { fullDisk, mountMissing, powerCuts } from "./prove/mounts.ts";
import { errorSweep, killSweep, straceMissing } from "./prove/strace.ts";
import { holds, type Skipped, table, type Tally } from "./prove/tally.ts";

const short = Deno.args.includes("--short");
const only = option("only") ?? "";
const ERRORS = ["EIO", "ENOSPC", "EDQUOT", "EROFS", "EINTR"];
/** In short, the errors take turns; of the calls that change nothing, every fourth fails. */
const errorsAt = (changes: boolean, index: number) => {
  if (!short) return ERRORS;
  return changes || index % 4 === 0 ? [ERRORS[index % ERRORS.length]!] : [];
};
const commands = COMMANDS.filter(({ name }) => name.includes(only));
const controls = CONTROLS.filter(({ name }) => name.includes(only));

const tallies: Tally[] = [];
const skipped: Skipped[] = [];

/** Adds a line, and shows that time passes. */
async function prove(proof: Promise<Tally>): Promise<void> {
  const tally = await proof;
  tallies.push(tally);
  console.error(`${tally.proof}, ${tally.command}: ${tally.points} points`);
}

/** In memory where that is possible: what a kill leaves is the same there, and syncs cost nothing. */
function workFolder(): string {
  const prefix = "lnk-prove-";
  try {
    return Deno.makeTempDirSync({ dir: "/dev/shm", prefix });
  } catch {
    return Deno.makeTempDirSync({ prefix });
  }
}

const folder = workFolder();
try {
  const noStrace = await straceMissing();
  if (noStrace) {
    skipped.push({ proof: "kills and failing calls", reason: noStrace });
  } else {
    for (const command of commands) {
      await prove(killSweep(command, folder, !short));
      await prove(errorSweep(command, folder, errorsAt));
    }
  }
  const noMount = await mountMissing(folder);
  if (noMount) {
    skipped.push({ proof: "full disks and power cuts", reason: noMount });
  } else {
    const sizes = short ? [20, 64] : [20, 28, 40, 48, 56, 64, 72, 80];
    const steps = short ? 3 : 12;
    for (const command of commands) {
      if (!command.removes) {
        await prove(fullDisk(command, folder, sizes));
      }
      await prove(powerCuts(command, folder, { steps, mustFail: false }));
    }
    for (const control of controls) {
      await prove(powerCuts(control, folder, { steps: 3, mustFail: true }));
    }
  }
} finally {
  Deno.removeSync(folder, { recursive: true });
}

console.log(table(tallies));
for (const { command, faults } of tallies) {
  for (const fault of faults) console.log(`${command}: ${fault}`);
}
for (const { proof, reason } of skipped) {
  console.log(`skipped, ${proof}: ${reason}`);
}
Deno.exitCode = tallies.length > 0 && tallies.every(holds) ? 0 : 1;
