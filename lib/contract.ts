// Copyright 2026 the lnk authors. MIT license.

/**
 * A harness's contract, and what a switch from one harness to another leaves
 * behind.
 *
 * The answer comes from the two contracts alone: no harness runs for it, no
 * native file is read, and an adapter that nobody here knows gets the same
 * answer by declaring the same fields. What is not declared is not promised.
 *
 * @module
 */

import {
  type Carried,
  type Contract,
  type Exports,
  FEATURE_PARTS,
  type FeaturePart,
  type Imports,
  type LeftBehind,
  STATE_PARTS,
  type StatePart,
  type Switch,
  type Why,
} from "./contract/types.ts";

/** What the text projection of a conversation omits. */
export const TEXT_OMITS: string =
  "tool calls and results, reasoning, plans, images and other attachments";

/**
 * What a switch leaves behind.
 *
 * A part of state stays unless the source exports it and the destination
 * imports it, or the source holds none of it. A feature stays where the source
 * has it and the destination has not. (spec: decisions)
 *
 * @example An adapter of your own against another
 * ```ts
 * import { leftBehind } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const mine = {
 *   name: "mine",
 *   state: { export: { conversations: true, notes: "none" } },
 *   features: { skills: true },
 * } as const;
 * const other = { name: "other", state: { import: { conversations: "text" } } } as const;
 *
 * assertEquals(leftBehind(mine, other), [
 *   { part: "native_memory", why: "neither" },
 *   { part: "identity", why: "neither" },
 *   { part: "skills", why: "no-feature" },
 * ]);
 * ```
 *
 * @param from The harness that is left.
 * @param to The harness that takes over.
 * @returns What stays, in the order of {@linkcode PARTS}; empty if nothing does.
 */
export function leftBehind(from: Contract, to: Contract): LeftBehind[] {
  const state = STATE_PARTS.flatMap((part) => {
    const why = whyState(exportOf(from, part), importOf(to, part));
    return why === undefined ? [] : [{ part, why }];
  });
  const features = FEATURE_PARTS
    .filter((part) => hasFeature(from, part) && !hasFeature(to, part))
    .map((part) => ({ part, why: "no-feature" as const }));
  return [...state, ...features];
}

function whyState(exported: Exports, imported: Imports): Why | undefined {
  if (exported === "none") return undefined;
  if (exported) return imported ? undefined : "not-imported";
  return imported ? "not-exported" : "neither";
}

/**
 * What a switch carries, whole or reduced to text.
 *
 * @example Usage
 * ```ts
 * import { carried } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const from = { name: "a", state: { export: { notes: true } } };
 * const to = { name: "b", state: { import: { notes: true } } };
 *
 * assertEquals(carried(from, to), [{ part: "notes", as: "whole" }]);
 * ```
 *
 * @param from The harness that is left.
 * @param to The harness that takes over.
 * @returns What goes along, in the order of {@linkcode PARTS}; features are no
 *   state and not in it.
 */
export function carried(from: Contract, to: Contract): Carried[] {
  return STATE_PARTS.flatMap((part): Carried[] => {
    const imported = importOf(to, part);
    if (exportOf(from, part) !== true || !imported) return [];
    return [
      imported === "text"
        ? { part, as: "text", omits: TEXT_OMITS }
        : { part, as: "whole" },
    ];
  });
}

/**
 * All that two contracts say about a switch.
 *
 * @param from The harness that is left.
 * @param to The harness that takes over.
 * @returns What goes along and what stays.
 */
export function compareContracts(from: Contract, to: Contract): Switch {
  return {
    from: from.name,
    to: to.name,
    carried: carried(from, to),
    leftBehind: leftBehind(from, to),
  };
}

/**
 * The switches between every two of some harnesses, in both directions.
 *
 * @example Usage
 * ```ts
 * import { contractMatrix } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const cells = contractMatrix([{ name: "a" }, { name: "b" }]);
 * assertEquals(cells.map(({ from, to }) => `${from} ${to}`), ["a b", "b a"]);
 * ```
 *
 * @param contracts The harnesses, in the order to keep.
 * @returns A switch for each pair, row by row; none from a harness to itself.
 */
export function contractMatrix(contracts: readonly Contract[]): Switch[] {
  return contracts.flatMap((from) =>
    contracts.filter((to) => to !== from).map((to) =>
      compareContracts(from, to)
    )
  );
}

function exportOf(contract: Contract, part: StatePart): Exports {
  return contract.state?.export?.[part] ?? false;
}

function importOf(contract: Contract, part: StatePart): Imports {
  return contract.state?.import?.[part] ?? false;
}

function hasFeature(contract: Contract, part: FeaturePart): boolean {
  return contract.features?.[part] ?? false;
}
