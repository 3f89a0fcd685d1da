// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON documents of the program: one line, `version` first.
 *
 * @module
 */

import { byPlace, type CheckedFile, count } from "../../lib/finding.ts";

/** JSON text that stands in a document with its own spelling. */
export class RawJson {
  /** Valid JSON. */
  readonly text: string;

  /**
   * Keeps a text.
   *
   * @param text Valid JSON, as it was written.
   */
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The one document that a command prints.
 *
 * @param fields All but `version`.
 * @returns One line of JSON.
 */
export function jsonDocument(
  fields: Readonly<Record<string, unknown>>,
): string {
  const text = stringify({ version: 1, ...fields });
  return text.replace(UNSAFE, escaped) + "\n";
}

/**
 * What would end the line, drive a terminal or reorder what stands beside it.
 * In JSON a line break stands between tokens only, and all else in strings.
 */
const UNSAFE = /[\r\n\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function escaped(character: string): string {
  if (character === "\n" || character === "\r") return " ";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** As `JSON.stringify`, but raw texts keep their spelling and a bigint is a decimal string. */
function stringify(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (typeof value === "bigint") return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value) ?? "null";
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${stringify(member)}`);
  return `{${members.join(",")}}`;
}

/**
 * The members of a check's document.
 *
 * @param files Checked files.
 * @param failsAt The severities that make a file not ok.
 * @returns `files`, `errors` and `warnings`.
 */
export function findingFields(
  files: readonly CheckedFile[],
  failsAt: readonly string[],
): Record<string, unknown> {
  return {
    files: files.map(({ file, findings }) => ({
      file,
      ok: !findings.some(({ severity }) => failsAt.includes(severity)),
      findings: findings.toSorted(byPlace).map((found) => ({
        code: found.code,
        severity: found.severity,
        message: found.message,
        line: found.span?.line,
        column: found.span?.column,
        end_line: found.span?.endLine,
        end_column: found.span?.endColumn,
        help: found.help,
        note: found.note,
        related: found.related && {
          message: found.related.message,
          line: found.related.span.line,
          column: found.related.span.column,
          end_line: found.related.span.endLine,
          end_column: found.related.span.endColumn,
        },
      })),
    })),
    errors: count(files, "error"),
    warnings: count(files, "warning"),
  };
}
