// Copyright 2026 the lnk authors. MIT license.

/**
 * Prints what a check found, in the format that was asked for.
 *
 * @module
 */

import { isAbsolute, relative } from "@std/path/posix";
import { type CheckedFile, count, type Severity } from "../../lib/finding.ts";
import type { World } from "../context.ts";

/** The formats of a check. */
export const FORMATS = ["text", "concise", "json", "github", "sarif"] as const;

/** A format of a check. */
export type Format = typeof FORMATS[number];

/** How a report is printed. */
export interface ReportOptions {
  /** The format. */
  readonly format: Format;
  /** The severities that make a file not ok. */
  readonly failsAt: readonly Severity[];
  /** More members of the JSON document. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * Prints findings on standard output.
 *
 * @param world Where to print.
 * @param files Checked files.
 * @param options Format and what counts as a failure.
 */
export async function printReport(
  world: World,
  files: readonly CheckedFile[],
  options: ReportOptions,
): Promise<void> {
  world.io.out.write(await render(world, files, options));
}

async function render(
  { io, disk }: World,
  files: readonly CheckedFile[],
  { format, failsAt, fields }: ReportOptions,
): Promise<string> {
  const below = (file: string) => {
    if (!isAbsolute(file)) return file.replace(/^\.\//, "");
    const short = relative(disk.realPath("."), file);
    return short.startsWith("..") ? file : short;
  };
  // Most files are well, and what draws findings is not read for them.
  const well = files.every(({ findings }) => findings.length === 0);
  if (well && (format === "text" || format === "concise")) return "";
  switch (format) {
    case "text": {
      const { textReport } = await import("./text.ts");
      const columns = io.out.terminal ? io.out.columns : 100;
      return textReport(files, { colour: io.out.colour, columns });
    }
    case "concise":
      return (await import("./concise.ts")).conciseReport(files);
    case "github":
      return (await import("./github.ts")).githubReport(files, below);
    case "sarif":
      return (await import("./sarif.ts")).sarifReport(files, below);
    case "json": {
      const { findingFields, jsonDocument } = await import("./json.ts");
      return jsonDocument({ ...findingFields(files, failsAt), ...fields });
    }
  }
}

/**
 * Prints the findings of one file on standard error, for people.
 *
 * @param world Where to print.
 * @param file The checked file.
 */
export async function printFindings(
  { io }: World,
  file: CheckedFile,
): Promise<void> {
  const { textReport } = await import("./text.ts");
  const columns = io.err.terminal ? io.err.columns : 100;
  io.err.write(await textReport([file], { colour: io.err.colour, columns }));
}

/**
 * Counts for people, such as `2 errors, 1 warning`.
 *
 * @param files Checked files.
 * @returns The counts, or an empty text if nothing was found.
 */
export function tally(files: readonly CheckedFile[]): string {
  return (["error", "warning"] as const)
    .map((severity) => [count(files, severity), severity] as const)
    .filter(([n]) => n > 0)
    .map(([n, severity]) => `${n} ${severity}${n === 1 ? "" : "s"}`)
    .join(", ");
}
