// Copyright 2026 the lnk authors. MIT license.

/**
 * How plans look, in JSON and for people.
 *
 * @module
 */

import type { StatePlan } from "../../lib/state.ts";
import { inert } from "../../lib/text.ts";

/**
 * The members of a plan's document.
 *
 * @param plan A plan.
 * @returns All lists, and the sum of bytes.
 */
export function planFields(plan: StatePlan): Record<string, unknown> {
  const { files, excluded, links, others, missing, unmatched, bytes } = plan;
  return { files, excluded, links, others, missing, unmatched, bytes };
}

/**
 * A plan as people read it.
 *
 * @param plan A plan.
 * @returns A line for each file, then what is left out and why, then the sum.
 */
export function planText(plan: StatePlan): string {
  return plan.files.map(fileLine).join("") + leftOutText(plan) +
    sumText(plan.files.length, plan.bytes);
}

function fileLine({ path, bytes }: StatePlan["files"][number]): string {
  return `${sizeText(bytes).padStart(10)}  ${inert(path)}\n`;
}

/**
 * What a plan leaves out, as people read it.
 *
 * @param plan A plan.
 * @returns A line for each thing, empty if all is carried.
 */
export function leftOutText(plan: StatePlan): string {
  const line = (word: string) => (path: string) =>
    `${word.padStart(10)}  ${inert(path)}\n`;
  const excluded = plan.excluded.map(({ path, by }) =>
    line("excluded")(path === by ? path : `${path} (by ${by})`)
  );
  return [
    ...excluded,
    ...plan.links.map(line("link")),
    ...plan.others.map(line("no file")),
    ...plan.missing.map(line("missing")),
    ...plan.unmatched.map((path) =>
      line("unmatched")(`${path} (an exclude that meets nothing)`)
    ),
  ].join("");
}

/**
 * How much there is, as people read it.
 *
 * @param files How many files.
 * @param bytes Bytes in them.
 * @returns One line.
 */
export function sumText(files: number, bytes: number): string {
  return `${files} ${files === 1 ? "file" : "files"}, ${sizeText(bytes)}\n`;
}

/**
 * A number of bytes as people read it.
 *
 * @param bytes Zero or more.
 * @returns Such as `512 B` or `1.5 MiB`.
 */
export function sizeText(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes, unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
