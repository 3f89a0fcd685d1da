// Copyright 2026 the lnk authors. MIT license.

/** Crashes and failing calls on the simulated disk. */

import { assert, assertRejects } from "@std/assert";
import type { Disk } from "../lib/disk.ts";
import { type Sync, withoutSync } from "./sim/controls.ts";
import { crashEverywhere, failEverywhere } from "./sim/explore.ts";
import { scenarios } from "./sim/scenarios/mod.ts";

const SEED = 1;

Deno.test("nothing acknowledged is lost in 100,000 crashes", async (test) => {
  let states = 0;
  for (const scenario of scenarios(SEED)) {
    await test.step(`crash anywhere: ${scenario.name}`, async () => {
      const effort = { seed: SEED, mostSurvivals: 4000 };
      states += (await crashEverywhere(scenario, effort)).states;
    });
    await test.step(`fail anywhere: ${scenario.name}`, async () => {
      const effort = { seed: SEED, mostSurvivals: 12 };
      states += (await failEverywhere(scenario, effort)).states;
    });
  }
  assert(states >= 100_000, `${states} states were tried`);
});

/** Each sync that is left out, and a scenario that must notice. */
const CONTROLS: readonly (readonly [Sync, string])[] = [
  ["file", "new files"],
  ["file", "a file replaced"],
  ["file", "lines appended"],
  ["folder", "new files"],
  ["folder", "a file replaced"],
  ["folder", "files removed"],
  ["folder", "a file moved to another folder"],
  ["folder", "what is found is acknowledged"],
  ["folder after a rename", "new files"],
  ["folder after a rename", "a file moved to another folder"],
  ["folder after a removal", "files removed"],
  ["folder after mkdir", "folders and a first file"],
  ["folder after a rename", "a call handed out once"],
  ["file", "the steps of a turn"],
  ["file", "requests moved into the history"],
];

for (const [sync, name] of CONTROLS) {
  Deno.test(`without the sync of the ${sync}, "${name}" fails`, async () => {
    const scenario = scenarios(SEED).find((one) => one.name === name)!;
    const error = await assertRejects(
      () =>
        crashEverywhere(scenario, {
          seed: SEED,
          mostSurvivals: 200,
          between: (disk: Disk) => withoutSync(disk, sync),
        }),
      Error,
      name,
    );
    assert(/power cut/.test(error.message), error.message);
  });
}
