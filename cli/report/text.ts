// Copyright 2026 the lnk authors. MIT license.

/**
 * Findings for people: the sentence, the place, the line with a caret, and the
 * next step.
 *
 * @module
 */

import { nextStep } from "../../lib/codes.ts";
import type { CheckedFile, Finding, Span } from "../../lib/finding.ts";
import { inert } from "../../lib/text.ts";
import { cutAround, type Measure, measureFor, showLine } from "./frame.ts";
import { type Paint, paint } from "./paint.ts";

/** How many findings of one file people are shown. */
const MOST = 100;

/** How a report for people looks. */
export interface TextOptions {
  /** Whether to colour it. */
  readonly colour: boolean;
  /** The width to fit into, in cells. */
  readonly columns: number;
}

/** One underlined stretch of a line. */
interface Mark {
  readonly span: Span;
  readonly label: string;
  readonly primary: boolean;
}

/**
 * Draws all findings of some files.
 *
 * @param files Checked files.
 * @param options Colour and width.
 * @returns The report; empty if nothing was found.
 */
export async function textReport(
  files: readonly CheckedFile[],
  options: TextOptions,
): Promise<string> {
  const parts: string[] = [];
  for (const file of files) {
    if (file.findings.length > 0) parts.push(await fileReport(file, options));
  }
  return parts.join("\n");
}

async function fileReport(
  { file, text, findings }: CheckedFile,
  options: TextOptions,
): Promise<string> {
  const lines = text.split("\n");
  const shown = findings.slice(0, MOST);
  const measure = await measureFor(text);
  const draw = drawer(lines, measure, options);
  const parts = shown.map((found) => draw(file, found));
  if (findings.length > MOST) {
    parts.push(`... and ${findings.length - MOST} more in ${inert(file)}\n`);
  }
  return parts.join("\n");
}

function drawer(
  lines: readonly string[],
  measure: Measure,
  { colour, columns }: TextOptions,
): (file: string, found: Finding) => string {
  const mark = paint(colour);
  return (file, found) => {
    const { span } = found;
    const width = String(
      Math.max(span?.endLine ?? 1, found.related?.span.line ?? 1),
    ).length;
    const place = span ? `:${span.line}:${span.column}` : "";
    const gutter = " ".repeat(width);
    const frame = span
      ? drawFrame(lines, marksOf(found, span), {
        mark,
        measure,
        width,
        columns,
      })
      : "";
    return heading(found, mark) +
      `${gutter}${mark.blue("-->")} ${inert(file)}${place}\n` +
      frame + notes(found, gutter, mark);
  };
}

function heading({ severity, code, message }: Finding, mark: Paint): string {
  const colour = severity === "error" ? mark.red : mark.yellow;
  return `${colour(mark.bold(severity))}${mark.bold(`[${code}]`)}: ` +
    `${mark.bold(inert(message))}\n`;
}

function notes(found: Finding, gutter: string, mark: Paint): string {
  const help = found.help ?? nextStep(found.code);
  const note = (name: string, text: string | undefined) =>
    text === undefined
      ? ""
      : `${gutter} ${mark.blue("=")} ${mark.bold(name)}: ${inert(text)}\n`;
  return note("note", found.note) + note("help", help);
}

function marksOf(found: Finding, span: Span): Mark[] {
  const { related } = found;
  const marks: Mark[] = [{ span, label: "", primary: true }];
  if (related) {
    marks.push({ span: related.span, label: related.message, primary: false });
  }
  return marks.sort((a, b) => a.span.line - b.span.line);
}

interface FrameOptions {
  readonly mark: Paint;
  readonly measure: Measure;
  readonly width: number;
  readonly columns: number;
}

function drawFrame(
  lines: readonly string[],
  marks: readonly Mark[],
  options: FrameOptions,
): string {
  const { mark, width } = options;
  const bar = mark.blue(`${" ".repeat(width)} |`);
  let drawn = `${bar}\n`;
  let last: number | undefined;
  for (const one of marks) {
    const { line } = one.span;
    if (last !== undefined && line > last + 1) drawn += mark.blue("...") + "\n";
    const source = lines[line - 1] ?? "";
    const row = drawRow(source, one, options);
    if (line !== last) {
      drawn += `${mark.blue(`${String(line).padStart(width)} |`)} ${row.text}`
        .trimEnd() + "\n";
    }
    drawn += `${bar} ${row.underline}\n`;
    last = line;
  }
  return drawn + `${bar}\n`;
}

function drawRow(
  source: string,
  { span, label, primary }: Mark,
  { mark, measure, columns }: FrameOptions,
): { text: string; underline: string } {
  const line = source.endsWith("\r") ? source.slice(0, -1) : source;
  const cut = cutAround(line, span.column, Math.max(40, columns - 12));
  const { text, cells } = showLine(cut.text, measure);
  const cellAt = (column: number) =>
    cells[Math.max(0, Math.min(column - 1 + cut.shift, cells.length - 1))]!;
  const start = cellAt(span.column);
  const end = span.endLine > span.line ? cells.at(-1)! : cellAt(span.endColumn);
  const sign = (primary ? "^" : "-").repeat(Math.max(1, end - start));
  const colour = primary ? mark.red : mark.blue;
  const words = label === "" ? sign : `${sign} ${inert(label)}`;
  return { text, underline: " ".repeat(start) + colour(words) };
}
