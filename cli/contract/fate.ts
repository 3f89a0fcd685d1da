// Copyright 2026 the lnk authors. MIT license.

/**
 * What becomes of each part in a switch: what the cells of a matrix show.
 *
 * @module
 */

import { compareContracts } from "../../lib/contract.ts";
import {
  type Contract,
  FEATURE_PARTS,
  type Part,
  PARTS,
} from "../../lib/contract/types.ts";

/** Goes along whole or as text, stays, or is not there to lose. */
export type Fate = "whole" | "text" | "left" | "nothing";

/**
 * What becomes of each part.
 *
 * @param from The harness that is left.
 * @param to The harness that takes over.
 * @returns A fate for each part, in the order of the parts; a feature that
 *   both have counts as whole.
 */
export function fates(
  from: Contract,
  to: Contract,
): readonly { readonly part: Part; readonly fate: Fate }[] {
  const { carried, leftBehind } = compareContracts(from, to);
  const left = new Set<Part>(leftBehind.map(({ part }) => part));
  const goes = new Map<Part, Fate>(carried.map(({ part, as }) => [part, as]));
  for (const part of FEATURE_PARTS) {
    if (from.features?.[part] && to.features?.[part]) goes.set(part, "whole");
  }
  return PARTS.map((part) => ({
    part,
    fate: left.has(part) ? "left" : goes.get(part) ?? "nothing",
  }));
}

/** A letter for each part. */
export const LETTERS: Readonly<Record<Part, string>> = {
  conversations: "C",
  native_memory: "M",
  identity: "I",
  notes: "N",
  skills: "S",
  persona: "P",
};
