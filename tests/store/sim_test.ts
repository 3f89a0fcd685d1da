// Copyright 2026 the lnk authors. MIT license.

/** Crashes and failing calls under the store. */

import { assert, assertRejects } from "@std/assert";
import { type Sync, withoutSync } from "../sim/controls.ts";
import { crashEverywhere, failEverywhere } from "../sim/explore.ts";
import { STORE_SCENARIOS } from "../sim/scenarios/store.ts";

for (const scenario of STORE_SCENARIOS) {
  Deno.test(`crash or fail anywhere: ${scenario.name}`, async () => {
    const crashed = await crashEverywhere(scenario, {
      seed: 1,
      mostSurvivals: 12,
    });
    const failed = await failEverywhere(scenario, {
      seed: 1,
      mostSurvivals: 1,
    });
    assert(crashed.states > 20 && failed.points > 200);
  });
}

/** Each sync that is left out, and a scenario that must notice. */
const CONTROLS: readonly (readonly [Sync, string])[] = [
  ["file", "records appended"],
  ["file", "notes replaced by version"],
  ["folder", "records appended"],
  ["folder after a removal", "documents removed by version"],
  ["folder after a removal", "a lease taken and given back"],
  ["folder after mkdir", "records appended"],
];

for (const [sync, name] of CONTROLS) {
  Deno.test(`without the sync of the ${sync}, "${name}" fails`, async () => {
    const scenario = STORE_SCENARIOS.find((one) => one.name === name)!;
    const between = (disk: Parameters<typeof withoutSync>[0]) =>
      withoutSync(disk, sync);
    const effort = { seed: 1, mostSurvivals: 40, between };
    await assertRejects(() => crashEverywhere(scenario, effort), Error, name);
  });
}
