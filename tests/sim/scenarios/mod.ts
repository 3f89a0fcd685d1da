// Copyright 2026 the lnk authors. MIT license.

/**
 * Every module's scenarios.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import { DISK_SCENARIOS } from "./disk.ts";
import { mixedWork } from "./mixed.ts";

/**
 * Every scenario that the tests and `deno task sim` try.
 *
 * @param seed Chooses the work of the random ones.
 * @returns The scenarios.
 */
export function scenarios(seed: number): readonly Scenario[] {
  return [
    ...DISK_SCENARIOS,
    ...[0, 1, 2].map((i) => mixedWork(3 * seed + i, 10)),
  ];
}
