// Copyright 2026 the lnk authors. MIT license.

/**
 * What a check found, and where: data for every output format.
 *
 * @module
 */

/** How much a finding weighs: an error is always a no. */
export type Severity = "error" | "warning";

/** A stretch of a file: 1-based lines and columns, columns in code points, the end exclusive. */
export interface Span {
  /** First line. */
  readonly line: number;
  /** First column. */
  readonly column: number;
  /** Last line. */
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
}

/** A second place that a finding speaks of. */
export interface Related {
  /** What stands there. */
  readonly message: string;
  /** Where it stands, in the same file. */
  readonly span: Span;
}

/** One thing that a check has to say. */
export interface Finding {
  /** `area/what`; `lnk-tool explain` tells it. */
  readonly code: string;
  /** How much it weighs. */
  readonly severity: Severity;
  /** One plain sentence that names the thing and the reason, without a period. */
  readonly message: string;
  /** Where it stands; absent when it speaks of the whole file. */
  readonly span?: Span;
  /** The next step, where the case tells more than the code's page. */
  readonly help?: string;
  /** A fact from the machine that was looked at. */
  readonly note?: string;
  /** The other place of a clash. */
  readonly related?: Related;
  /** How many findings this one stands for, where it stands for others. */
  readonly more?: Readonly<Record<Severity, number>>;
}

/** A file that was checked, with its findings in order. */
export interface CheckedFile {
  /** The name as the user gave it. */
  readonly file: string;
  /** Its text, for source frames; empty if it could not be read. */
  readonly text: string;
  /** In order of place. */
  readonly findings: readonly Finding[];
}

/**
 * Orders findings by place, then errors first, then code: the same on every
 * run.
 *
 * @param a One finding.
 * @param b Another.
 * @returns A negative number if `a` comes first.
 */
export function byPlace(a: Finding, b: Finding): number {
  return (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
    (a.span?.column ?? 0) - (b.span?.column ?? 0) ||
    a.severity.localeCompare(b.severity) ||
    a.code.localeCompare(b.code);
}

/**
 * Counts the findings of a severity.
 *
 * @param files Checked files.
 * @param severity Which to count.
 * @returns How many there are.
 */
export function count(
  files: readonly CheckedFile[],
  severity: Severity,
): number {
  return files.reduce(
    (sum, { findings }) =>
      findings.reduce((n, found) => n + countOf(found, severity), sum),
    0,
  );
}

/**
 * How many findings of a severity one is: itself, or those it stands for.
 *
 * @param found The finding.
 * @param severity Which to count.
 * @returns 0 or 1, but for a finding that stands for others.
 */
export function countOf(found: Finding, severity: Severity): number {
  if (found.more) return found.more[severity];
  return found.severity === severity ? 1 : 0;
}

/** How many findings of one file are told; the rest is counted. */
const MOST = 1000;

/**
 * Keeps a hostile file from making an endless report.
 *
 * @param findings All findings of a file, in order of place.
 * @returns The first thousand, and then one that counts the rest.
 */
export function capped(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST) return findings;
  const rest = findings.slice(MOST);
  const errors = rest.filter(({ severity }) => severity === "error").length;
  const message = `${rest.length} more findings are not shown`;
  return [
    ...findings.slice(0, MOST),
    {
      code: "check/more",
      severity: errors > 0 ? "error" : "warning",
      message,
      more: { error: errors, warning: rest.length - errors },
    },
  ];
}
