// Copyright 2026 the lnk authors. MIT license.

/**
 * A matrix as a Markdown table.
 *
 * @module
 */

import type { Contract } from "../../lib/contract/types.ts";
import { inert } from "../../lib/text.ts";
import { fates } from "./fate.ts";

/**
 * Writes the table: a row for each harness that is left, a column for each
 * that takes over, in a cell what stays.
 *
 * @param contracts The harnesses, each with a name of its own.
 * @returns Lines with their newlines.
 */
export function markdownMatrix(contracts: readonly Contract[]): string {
  const names = contracts.map(({ name }) => code(name));
  const rows = contracts.map((from, row) =>
    line([
      names[row]!,
      ...contracts.map((to) => from === to ? "" : cell(from, to)),
    ])
  );
  return line(["Left behind from / to", ...names]) +
    line(["---", ...names.map(() => "---")]) + rows.join("");
}

function cell(from: Contract, to: Contract): string {
  const all = fates(from, to);
  const left = all.filter(({ fate }) => fate === "left")
    .map(({ part }) => part.replace("_", " "));
  const text = all.some(({ fate }) => fate === "text")
    ? " (conversations as text)"
    : "";
  return (left.join(", ") || "nothing") + text;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

/** A code span that no name can leave: no back tick, bar or active character in it. */
function code(name: string): string {
  const safe = inert(name).replace(
    /[`|\\]/g,
    (c) => `u${c.charCodeAt(0).toString(16)}`,
  );
  return `\`${safe}\``;
}
