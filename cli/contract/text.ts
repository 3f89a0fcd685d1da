// Copyright 2026 the lnk authors. MIT license.

/**
 * What a switch does, in words for people.
 *
 * @module
 */

import type { Carried, LeftBehind, Switch } from "../../lib/contract/types.ts";
import { inert } from "../../lib/text.ts";
import { paint } from "../report/paint.ts";

/** As wide as the longest part. */
const WIDTH = "native_memory".length;

/**
 * Lists what goes along and what stays.
 *
 * @param change What two contracts say.
 * @param colour Whether to colour it.
 * @returns Lines with their newlines.
 */
export function switchText(change: Switch, colour: boolean): string {
  const mark = paint(colour);
  const { carried, leftBehind } = change;
  const line = (part: string, words: string) =>
    `  ${part.padEnd(WIDTH)}  ${words}\n`;
  const goes = carried.map((one) => line(one.part, carriedWords(one)));
  const stays = leftBehind.map((one) => line(one.part, whyWords(one, change)));
  const title = `${inert(change.from)} -> ${inert(change.to)}`;
  return `${mark.bold(title)}\n` +
    section(mark.green("Carried of its state"), goes) +
    section(mark.yellow("Left behind"), stays) +
    (stays.length === 0 ? `${mark.green("Nothing is left behind")}\n` : "");
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${title}\n${lines.join("")}`;
}

/**
 * How a part goes along.
 *
 * @param one The part.
 * @returns Such as `whole`.
 */
export function carriedWords(one: Carried): string {
  return one.as === "whole" ? "whole" : `as text, without ${one.omits}`;
}

/**
 * Why a part stays.
 *
 * @param one The part with its reason.
 * @param change The switch, for the names.
 * @returns A clause without a period.
 */
export function whyWords(
  one: LeftBehind,
  change: Pick<Switch, "from" | "to">,
): string {
  const from = inert(change.from);
  const to = inert(change.to);
  switch (one.why) {
    case "not-exported":
      return `${from} does not export it`;
    case "not-imported":
      return `${to} does not import it`;
    case "neither":
      return `${from} does not export it, nor does ${to} import it`;
    case "no-feature":
      return `${to} does not have it`;
  }
}
