// Copyright 2026 the lnk authors. MIT license.

/**
 * What became of each native file of an export.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { Candidate, ExportItem } from "./item.ts";
import type { NativeFolder, SkippedFile } from "./native.ts";

/** A document that could not be read or written. */
export interface FailedFile extends SkippedFile {
  /** The document. */
  readonly id: string;
  /** The error's code. */
  readonly code: string;
}

/** What became of each native file. */
export interface ExportReport {
  /** The shared document has the native text now. */
  readonly exported: readonly ExportItem[];
  /** Nothing was to be done. */
  readonly unchanged: readonly ExportItem[];
  /** The shared side differs and stayed as it is. */
  readonly preserved: readonly ExportItem[];
  /** Both differ, and nothing was done. */
  readonly conflicts: readonly ExportItem[];
  /** Names in the folder that are not exported. */
  readonly skipped: readonly SkippedFile[];
  /** Files whose document is in the way of its export; the others went on. */
  readonly failed: readonly FailedFile[];
  /** What ended the export before its last file; what is above was done. */
  readonly trouble?: LnkError;
}

/** A report that is still written. */
export interface Report extends ExportReport {
  readonly exported: ExportItem[];
  readonly unchanged: ExportItem[];
  readonly preserved: ExportItem[];
  readonly conflicts: ExportItem[];
  readonly skipped: SkippedFile[];
  readonly failed: FailedFile[];
  trouble?: LnkError;
}

/**
 * A report of nothing yet.
 *
 * @param native What of the folder is not exported.
 * @returns The report.
 */
export function emptyReport(
  { skipped }: Pick<NativeFolder, "skipped">,
): Report {
  return {
    exported: [],
    unchanged: [],
    preserved: [],
    conflicts: [],
    skipped: [...skipped],
    failed: [],
  };
}

/**
 * The list of a report that a file belongs to.
 *
 * @param item What became of the file.
 * @returns The list's name.
 */
export function listOf(
  { outcome }: ExportItem,
): "exported" | "unchanged" | "preserved" | "conflicts" {
  return outcome === "conflict" ? "conflicts" : outcome;
}

/** What is about one document and tells nothing about the next. */
const ABOUT_ONE = new Set([
  "disk/changed",
  "disk/denied",
  "disk/failed",
  "disk/link",
  "disk/many-names",
  "disk/wrong-kind",
  "memory/document",
  "memory/outcome-unknown",
  "store/version-conflict",
]);

/**
 * Does something about one document and reports it, also where it fails and
 * that tells nothing about the next.
 *
 * @param report Where it is reported.
 * @param act What is done.
 * @param candidate The file.
 * @throws {LnkError} What tells about the others too.
 */
export async function applyTo(
  report: Report,
  act: () => Promise<ExportItem>,
  { file, id }: Candidate,
): Promise<void> {
  try {
    const item = await act();
    report[listOf(item)].push(item);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    const { code, message } = error;
    if (code === "store/too-large") {
      // Escapes can make a text longer than its file.
      report.skipped.push({ file, why: "its document would be too large" });
    } else if (ABOUT_ONE.has(code)) {
      report.failed.push({ file, id, code, why: message });
    } else throw error;
  }
}
