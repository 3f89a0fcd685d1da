// Copyright 2026 the lnk authors. MIT license.

/**
 * A matrix for the terminal: a row for each harness that is left, a column for
 * each that takes over.
 *
 * @module
 */

import { type Contract, PARTS } from "../../lib/contract/types.ts";
import { inert } from "../../lib/text.ts";
import { paint } from "../report/paint.ts";
import { fates, LETTERS } from "./fate.ts";

/**
 * Lays out the matrix.
 *
 * @param contracts The harnesses, each with a name of its own.
 * @param colour Whether to colour it.
 * @returns Lines with their newlines.
 */
export function textMatrix(
  contracts: readonly Contract[],
  colour: boolean,
): string {
  const mark = paint(colour);
  const names = contracts.map(({ name }) => inert(name));
  const first = Math.max(...names.map(({ length }) => length), 8);
  const width = (column: number) => Math.max(names[column]!.length, 6);
  const header = mark.bold(
    ["from, to".padEnd(first), ...names.map((n, i) => n.padEnd(width(i)))]
      .join("  ").trimEnd(),
  );
  const rows = contracts.map((from, row) => {
    const cells = contracts.map((to, column) => {
      const plain = from === to ? "-" : cell(from, to);
      const space = " ".repeat(width(column) - plain.length);
      return plain.replace(/[A-Z]+/g, mark.yellow).replace(/t/g, mark.green) +
        space;
    });
    const name = mark.bold(names[row]!.padEnd(first));
    return [name, ...cells].join("  ").trimEnd();
  });
  return `${[header, ...rows].join("\n")}\n\n${legend()}`;
}

/** A letter for each part that stays, `t` for one that goes as text, else a dot. */
function cell(from: Contract, to: Contract): string {
  return fates(from, to).map(({ part, fate }) =>
    fate === "left" ? LETTERS[part] : fate === "text" ? "t" : "."
  ).join("");
}

function legend(): string {
  const letters = PARTS.map((part) => `${LETTERS[part]} ${part}`).join(", ");
  return `Left behind: ${letters}\n` +
    "t goes along as text only, . goes along or is not there\n";
}
