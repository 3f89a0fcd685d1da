// Copyright 2026 the lnk authors. MIT license.

/**
 * Every module's scenarios.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import { DISK_SCENARIOS } from "./disk.ts";
import { LEDGER_SCENARIOS } from "./ledger.ts";
import { mixedWork } from "./mixed.ts";
import { QUEUE_SCENARIOS } from "./queue.ts";
import { STORE_SCENARIOS } from "./store.ts";

/**
 * Every scenario that `deno task sim` tries; those of modules whose states
 * cost more are tried in tests of their own.
 *
 * @param seed Chooses the work of the random ones.
 * @returns The scenarios.
 */
export function everyScenario(seed: number): readonly Scenario[] {
  return [...scenarios(seed), ...STORE_SCENARIOS, ...QUEUE_SCENARIOS];
}

/**
 * Every scenario of the disk, thousands of states a second.
 *
 * @param seed Chooses the work of the random ones.
 * @returns The scenarios.
 */
export function scenarios(seed: number): readonly Scenario[] {
  return [
    ...DISK_SCENARIOS,
    ...LEDGER_SCENARIOS,
    ...[0, 1, 2].map((i) => mixedWork(3 * seed + i, 10)),
  ];
}
