// Copyright 2026 the lnk authors. MIT license.

/**
 * Tries the simulated disk's scenarios with one seed after another.
 *
 * @module
 */

import { crashEverywhere, failEverywhere } from "../tests/sim/explore.ts";
import { scenarios } from "../tests/sim/scenarios/mod.ts";
import { numberOption, option } from "./options.ts";

const first = numberOption("seed", 1);
const wanted = numberOption("states", 1_000_000);
const only = option("only") ?? "";

let states = 0;
for (let seed = first; states < wanted; seed++) {
  const chosen = scenarios(seed).filter(({ name }) => name.includes(only));
  if (chosen.length === 0) {
    console.error(`No scenario has "${only}" in its name`);
    Deno.exit(2);
  }
  for (const scenario of chosen) {
    const crashes = { seed, mostSurvivals: 4000 };
    states += (await crashEverywhere(scenario, crashes)).states;
    const faults = { seed, mostSurvivals: 12 };
    states += (await failEverywhere(scenario, faults)).states;
  }
  console.log(`seed ${seed}: ${states} of ${wanted} states, nothing lost`);
}
