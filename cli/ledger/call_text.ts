// Copyright 2026 the lnk authors. MIT license.

/**
 * A call as an owner reads it: nothing in it can move the cursor, reorder the
 * text, begin a line of its own, or push a part of it out of sight without a
 * word about it.
 *
 * @module
 */

import type { ShownRequest } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";
import { counted } from "../measures.ts";

/** How many characters of long arguments are shown from their start and end. */
const HEAD = 1600;
const TAIL = 400;

/** The widest line, however wide the terminal is. */
const WIDEST = 80;

/**
 * The lines about a request.
 *
 * @param request The request.
 * @param columns The width of the terminal: a line that it would wrap could
 *   look like one of these, so that none is longer.
 * @returns Lines with their newlines.
 */
export function callText(request: ShownRequest, columns: number): string {
  const { tool, attempt, status, recovery_required } = request;
  const width = Math.max(24, Math.min(WIDEST, columns - 1));
  const named = (name: string, text: string) =>
    name.padEnd(11) + folded(text, width - 11).join(`\n${" ".repeat(11)}`);
  return [
    named("request", request.request),
    named("attempt", `${inert(attempt)}, generation ${request.generation}`),
    named(
      "status",
      `${status}${recovery_required ? ", recovery required" : ""}`,
    ),
    named("tool", quotedWhole(tool)),
    named("arguments", factsOf(request).join(", ")),
    ...argumentLines(request.arguments, width - 2).map((line) => `  ${line}`),
  ].map((line) => `${line}\n`).join("");
}

/**
 * Whether a part of a call's arguments is not among its lines.
 *
 * @param request The request.
 * @returns Whether they are too long.
 */
export function hidesPart(request: ShownRequest): boolean {
  return unshown(request.arguments) > 0;
}

/**
 * A name in quotes, whole: what stands behind the closing one is not of it.
 *
 * @param name Any text.
 * @returns One line.
 */
export function quotedWhole(name: string): string {
  const escaped = name.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return `"${squeezed(inert(escaped))}"`;
}

function unshown(text: string): number {
  return text.length - HEAD - TAIL;
}

function factsOf({ request, arguments: text }: ShownRequest): string[] {
  const bytes = new TextEncoder().encode(text).length;
  const escaped = countEscapes(text);
  const left = unshown(text);
  return [
    counted(bytes, "byte"),
    ...escaped > 0
      ? [
        counted(
          escaped,
          "character shown as an escape",
          "characters shown as escapes",
        ),
      ]
      : [],
    ...left > 0
      ? [
        `${counted(left, "character")} in the middle NOT SHOWN: see all with ` +
        `lnk-tool ledger show ${request} --json`,
      ]
      : [],
  ];
}

function argumentLines(text: string, width: number): string[] {
  const lines = (part: string) => folded(squeezed(inert(part)), width);
  if (unshown(text) <= 0) return lines(text);
  return [...lines(text.slice(0, HEAD)), "[...]", ...lines(text.slice(-TAIL))];
}

/** Long runs of spaces would push what follows out of sight. */
function squeezed(text: string): string {
  return text.replace(/ {9,}/g, (run) => `[${run.length} spaces]`);
}

/** Cuts a text into lines of at most so many cells; what may be wide counts as two. */
function folded(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let cells = 0;
  for (const character of text) {
    const wide = character.codePointAt(0)! >= 0x1100 ? 2 : 1;
    if (cells + wide > width) {
      lines.push(line);
      line = "";
      cells = 0;
    }
    line += character;
    cells += wide;
  }
  return [...lines, line];
}

function countEscapes(text: string): number {
  let count = 0;
  for (const character of text) if (inert(character) !== character) count++;
  return count;
}
