// Copyright 2026 the lnk authors. MIT license.

/**
 * What one look found: data for every output format.
 *
 * @module
 */

/** What is looked at. */
export type Area =
  | "agent"
  | "sandbox"
  | "layout"
  | "permissions"
  | "guidance"
  | "memory"
  | "logs"
  | "leases"
  | "leftovers"
  | "queue"
  | "ledger"
  | "reach";

/** In the order of the looks. */
export const AREAS: readonly Area[] = [
  "agent",
  "sandbox",
  "layout",
  "permissions",
  "guidance",
  "memory",
  "logs",
  "leases",
  "leftovers",
  "queue",
  "ledger",
  "reach",
];

/** How a thing is; `skipped`: it was not looked at, and why is said. */
export type CheckStatus = "ok" | "skipped" | "warning" | "error";

/** From the best to the worst. */
export const STATES: readonly CheckStatus[] = [
  "ok",
  "skipped",
  "warning",
  "error",
];

/** What one look found. */
export interface Check {
  /** What was looked at. */
  readonly area: Area;
  /** How it is. */
  readonly status: CheckStatus;
  /** `area/what`; every warning and error has one. */
  readonly code?: string;
  /** The file or folder that it speaks of. */
  readonly path?: string;
  /** What was seen, without a period. */
  readonly message: string;
  /** The next step; commands in it can be pasted into a shell. */
  readonly help?: string;
  /** How many it stands for, where it stands for others that are not told. */
  readonly more?: number;
}

/** A check without its area. */
export type Seen = Omit<Check, "area">;

/** How many of one area and code are told; the rest is counted. */
const MOST = 1000;

/** Takes what is seen, and keeps a hostile folder from making an endless report. */
export interface Report {
  /** Adds what was seen. */
  add(area: Area, seen: Seen): void;
  /** All of it: by area, and in each as it was seen. */
  all(): Check[];
}

/**
 * A report that nothing is in yet.
 *
 * @returns It.
 */
export function newReport(): Report {
  const checks: Check[] = [];
  const counts = new Map<string, { readonly check: Check; count: number }>();
  const said = new Set<string>();
  return {
    add(area, seen) {
      const check = { area, ...seen };
      // One link on the way to many things is one fault.
      const words = `${area} ${seen.code} ${seen.path} ${seen.message}`;
      if (said.has(words)) return;
      const key = `${area} ${seen.status} ${seen.code}`;
      const known = counts.get(key) ?? { check, count: 0 };
      counts.set(key, known);
      if (++known.count > MOST) return;
      said.add(words);
      checks.push(check);
    },
    all() {
      const rest = [...counts.values()].filter(({ count }) => count > MOST)
        .map(({ check, count }) => others(check, count - MOST));
      return [...checks, ...rest].sort((a, b) =>
        AREAS.indexOf(a.area) - AREAS.indexOf(b.area)
      );
    },
  };
}

function others({ area, status, code }: Check, more: number): Check {
  const message = `${more} more like these (${code}) are not shown`;
  return { area, status, code: "check/more", message, more };
}

/**
 * A number of things in words.
 *
 * @param count How many.
 * @param one One of them.
 * @param many More of them.
 * @returns Such as `1 file`.
 */
export function counted(
  count: number,
  one: string,
  many: string = `${one}s`,
): string {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * Counts the checks of a state, those that are not told too.
 *
 * @param checks The checks.
 * @param status The state.
 * @returns How many there are.
 */
export function countChecks(
  checks: readonly Check[],
  status: CheckStatus,
): number {
  return checks.filter((check) => check.status === status)
    .reduce((sum, { more = 1 }) => sum + more, 0);
}
