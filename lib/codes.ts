// Copyright 2026 the lnk authors. MIT license.

/**
 * A page for every code: `explain`, docs/diagnostics.md, the hint below an
 * error and the rule metadata of SARIF are all made from it.
 *
 * @module
 */

import { BRIDGE_PAGES } from "./codes/bridge.ts";
import { COMMON_PAGES } from "./codes/common.ts";
import { CONTEXT_PAGES } from "./codes/context.ts";
import { CONTRACT_PAGES } from "./codes/contract.ts";
import { DISK_PAGES } from "./codes/disk.ts";
import { DOCTOR_PAGES } from "./codes/doctor.ts";
import { ENDPOINT_PAGES } from "./codes/endpoint.ts";
import { GRANTS_PAGES } from "./codes/grants.ts";
import { LEDGER_PAGES } from "./codes/ledger.ts";
import type { Page } from "./codes/page.ts";
import { MEMORY_PAGES } from "./codes/memory.ts";
import { STATE_PAGES } from "./codes/state.ts";
import { QUEUE_PAGES } from "./codes/queue.ts";
import { STORE_PAGES } from "./codes/store.ts";

export type { Page, Pages } from "./codes/page.ts";

const ALL: ReadonlyMap<string, Page> = new Map(
  [
    BRIDGE_PAGES,
    COMMON_PAGES,
    CONTEXT_PAGES,
    CONTRACT_PAGES,
    DISK_PAGES,
    DOCTOR_PAGES,
    ENDPOINT_PAGES,
    GRANTS_PAGES,
    LEDGER_PAGES,
    MEMORY_PAGES,
    QUEUE_PAGES,
    STATE_PAGES,
    STORE_PAGES,
  ].flatMap((pages) => Object.entries(pages)),
);

/**
 * The page of a code.
 *
 * @param code Such as `commands/not-a-program`.
 * @returns Its page, or `undefined` for a code that does not exist.
 */
export function page(code: string): Page | undefined {
  return ALL.get(code);
}

/**
 * The next step of a code, as it stands behind `help:`.
 *
 * @param code Such as `commands/not-a-program`.
 * @returns The page's next step, starting in lower case.
 */
export function nextStep(code: string): string | undefined {
  const next = page(code)?.next;
  return next && next.charAt(0).toLowerCase() + next.slice(1);
}

/**
 * Every code, sorted.
 *
 * @returns The codes that have a page.
 */
export function codes(): readonly string[] {
  return [...ALL.keys()].sort();
}
