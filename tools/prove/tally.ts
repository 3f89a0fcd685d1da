// Copyright 2026 the lnk authors. MIT license.

/**
 * What the proofs counted, as a table.
 *
 * @module
 */

import type { Broken } from "./command.ts";

/** One line of the table. */
export interface Tally {
  /** What was done to the command. */
  readonly proof: string;
  /** The command. */
  readonly command: string;
  /** How many points were tried. */
  readonly points: number;
  /** How many of them no try reached. */
  readonly missed: number;
  /** Acknowledged items that were looked for. */
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  readonly damaged: number;
  /** What else was wrong, one line each. */
  readonly faults: readonly string[];
  /** For a control: it must lose something, or the proof proves nothing. */
  readonly mustFail?: boolean;
}

/** A proof that this machine cannot make. */
export interface Skipped {
  readonly proof: string;
  readonly reason: string;
}

/** Counts while a proof runs. */
export interface Counter {
  /** Notes one point, what was acknowledged, and what is wrong after it. */
  point(where: string, acknowledged: readonly string[], broken: Broken): void;
  /** Notes anything else that must not be. */
  fault(text: string): void;
  /** Notes a point that no try reached: the runtime makes calls of its own. */
  missed(where: string): void;
  /** The line for the table. */
  tally(): Tally;
}

/** The share of its points that a proof may miss on a busy machine. */
const MISSED = 0.05;

/**
 * Starts counting.
 *
 * @param proof What is done to the command.
 * @param command The command.
 * @param mustFail Whether it is a control.
 * @returns The counter.
 */
export function counter(
  proof: string,
  command: string,
  mustFail = false,
): Counter {
  const sums = { points: 0, acknowledged: 0, lost: 0, doubled: 0, damaged: 0 };
  const faults: string[] = [];
  const missed: string[] = [];
  return {
    point: (where, acknowledged, { lost, doubled, damaged }) => {
      sums.points++;
      sums.acknowledged += acknowledged.length;
      sums.lost += lost.length;
      sums.doubled += doubled.length;
      sums.damaged += damaged.length;
      if (mustFail) return;
      for (const [word, items] of Object.entries({ lost, doubled, damaged })) {
        if (items.length > 0) faults.push(`${where}: ${word} ${items}`);
      }
    },
    fault: (text) => void faults.push(text),
    missed: (where) => void missed.push(where),
    tally: () => {
      // A few points less leave a proof; many would leave a name of one.
      const few = Math.max(1, sums.points * MISSED);
      if (missed.length > few) faults.push(`never reached: ${missed}`);
      const { length } = missed;
      return { proof, command, ...sums, missed: length, faults, mustFail };
    },
  };
}

/**
 * Whether a line is as it must be.
 *
 * @param tally The line.
 * @returns For a control: that it lost something; else that nothing is wrong.
 */
export function holds(tally: Tally): boolean {
  const bad = tally.lost + tally.doubled + tally.damaged;
  if (tally.mustFail) return bad > 0;
  return tally.points > 0 && bad === 0 && tally.faults.length === 0;
}

const COLUMNS = [
  "proof",
  "command",
  "points",
  "missed",
  "acknowledged",
  "lost",
  "doubled",
  "damaged",
] as const;

/**
 * The table as text.
 *
 * @param tallies Its lines.
 * @returns Aligned lines, each with its verdict.
 */
export function table(tallies: readonly Tally[]): string {
  const rows = [
    [...COLUMNS, "verdict"],
    ...tallies.map((tally) => [
      ...COLUMNS.map((column) => String(tally[column])),
      verdict(tally),
    ]),
  ];
  const widths = rows[0]!.map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length))
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      /^\d+$/.test(cell)
        ? cell.padStart(widths[column]!)
        : cell.padEnd(widths[column]!)
    ).join("  ").trimEnd()
  ).join("\n");
}

function verdict(tally: Tally): string {
  if (tally.mustFail) return holds(tally) ? "fails, as it must" : "NOT NOTICED";
  return holds(tally) ? "holds" : "BROKEN";
}
