// Copyright 2026 the lnk authors. MIT license.

/**
 * One line a finding, as editors and `grep` like it.
 *
 * @module
 */

import type { CheckedFile } from "../../lib/finding.ts";
import { inert } from "../../lib/text.ts";

/**
 * Prints `FILE:LINE:COLUMN: SEVERITY[CODE]: MESSAGE` a finding.
 *
 * @param files Checked files.
 * @returns The report.
 */
export function conciseReport(files: readonly CheckedFile[]): string {
  return files.flatMap(({ file, findings }) =>
    findings.map(({ span, severity, code, message }) => {
      const place = span ? `:${span.line}:${span.column}` : "";
      return `${inert(file)}${place}: ${severity}[${code}]: ${
        inert(message)
      }\n`;
    })
  ).join("");
}
