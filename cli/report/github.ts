// Copyright 2026 the lnk authors. MIT license.

/**
 * Workflow commands that GitHub shows on the changed lines.
 *
 * @module
 */

import { type CheckedFile, countOf, type Finding } from "../../lib/finding.ts";
import { inert } from "../../lib/text.ts";

/** GitHub shows so many annotations of a step and drops the rest without a word. */
const MOST = 10;

/**
 * Prints a workflow command a finding, the worst first, and a count of the rest.
 *
 * @param files Checked files.
 * @param relative Turns a file name into one below the checkout.
 * @returns The report.
 */
export function githubReport(
  files: readonly CheckedFile[],
  relative: (file: string) => string,
): string {
  const all = files.flatMap(({ file, findings }) =>
    findings.map((found) => ({ file: relative(file), found }))
  ).sort((a, b) => weight(a.found) - weight(b.found));
  // The count of the rest takes a place of its own.
  const shown = all.length > MOST ? all.slice(0, MOST - 1) : all;
  const rest = size(all) - size(shown);
  const lines = shown.map(({ file, found }) => command(file, found));
  if (rest > 0) {
    const kind = all[0]!.found.severity;
    lines.push(
      `::${kind} title=lnk-tool::${rest} more findings are in the log or in ` +
        "--format json\n",
    );
  }
  return lines.join("");
}

function size(some: readonly { readonly found: Finding }[]): number {
  const of = (found: Finding) =>
    countOf(found, "error") + countOf(found, "warning");
  return some.reduce((sum, { found }) => sum + of(found), 0);
}

function weight({ severity }: Finding): number {
  return severity === "error" ? 0 : 1;
}

function command(file: string, found: Finding): string {
  const { span } = found;
  // GitHub takes columns only where the place is on one line.
  const columns = span && span.line === span.endLine
    ? { col: span.column, endColumn: span.endColumn }
    : {};
  const properties = {
    file,
    ...(span && { line: span.line, endLine: span.endLine, ...columns }),
    title: found.code,
  };
  const list = Object.entries(properties)
    .map(([name, value]) => `${name}=${property(String(value))}`).join(",");
  const help = found.help === undefined ? "" : `. ${found.help}`;
  return `::${found.severity} ${list}::${data(found.message + help)}\n`;
}

function data(text: string): string {
  return inert(text).replaceAll("%", "%25")
    .replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
