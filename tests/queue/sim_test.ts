// Copyright 2026 the lnk authors. MIT license.

/** The queue on the simulated disk; `deno task sim --only queue` tries more. */

import { assert, assertRejects } from "@std/assert";
import { type Sync, withoutSync } from "../sim/controls.ts";
import { crashEverywhere, failEverywhere } from "../sim/explore.ts";
import { QUEUE_SCENARIOS } from "../sim/scenarios/queue.ts";

const SEED = 1;

for (const scenario of QUEUE_SCENARIOS) {
  Deno.test(`crash anywhere: ${scenario.name}`, async () => {
    const effort = { seed: SEED, mostSurvivals: 30 };
    const { states } = await crashEverywhere(scenario, effort);
    assert(states > 50, `${states} states were tried`);
  });
}

Deno.test("fail anywhere: queue: batches admitted", async () => {
  const [scenario] = QUEUE_SCENARIOS;
  await failEverywhere(scenario!, { seed: SEED, mostSurvivals: 1 });
});

/** Each sync that is left out, and a scenario that must notice. */
const CONTROLS: readonly (readonly [Sync, string])[] = [
  ["file", "queue: batches admitted"],
  ["folder", "queue: batches admitted"],
  ["folder after mkdir", "queue: batches admitted"],
  ["folder after a rename", "queue: numbers after all are gone"],
  ["folder after a rename", "queue: batches set aside"],
];

for (const [sync, name] of CONTROLS) {
  Deno.test(`without the sync of the ${sync}, "${name}" fails`, async () => {
    const scenario = QUEUE_SCENARIOS.find((one) => one.name === name)!;
    const error = await assertRejects(
      () =>
        crashEverywhere(scenario, {
          seed: SEED,
          mostSurvivals: 200,
          between: (disk) => withoutSync(disk, sync),
        }),
      Error,
      name,
    );
    assert(/power cut/.test(error.message), error.message);
  });
}
