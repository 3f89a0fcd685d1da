// Copyright 2026 the lnk authors. MIT license.

/**
 * What looking over an agent found, for people and for scripts.
 *
 * @module
 */

import type { Check, CheckStatus, Examination } from "../../lib/doctor.ts";
import { inert } from "../../lib/text.ts";
import { counted } from "../measures.ts";
import { filled } from "./fill.ts";
import { type Paint, paint } from "./paint.ts";

/** How many lines of one area and code people read; JSON has all of them. */
const SHOWN = 10;

/**
 * The members of the document.
 *
 * @param found What was found.
 * @param ok Whether nothing at the fail level was.
 * @returns `ok`, `checks`, `errors` and `warnings`.
 */
export function checkFields(
  { checks, errors, warnings }: Examination,
  ok: boolean,
): Record<string, unknown> {
  const fields = checks.map((one) => ({
    area: one.area,
    status: one.status,
    code: one.code,
    path: one.path,
    message: inert(one.message),
    help: one.help && inert(one.help),
    more: one.more,
  }));
  return { ok, checks: fields, errors, warnings };
}

/**
 * The lines of a terminal: the worst stands last, where the eye is.
 *
 * @param found What was found.
 * @param colour Whether to colour it.
 * @param columns The width to fold sentences to; commands stay whole, to be
 *   copied.
 * @returns Lines with their newlines.
 */
export function checkText(
  { checks, errors, warnings }: Examination,
  colour: boolean,
  columns = Infinity,
): string {
  const mark = paint(colour);
  const width = Math.max(...checks.map(({ area }) => area.length));
  const lines = ORDER.flatMap((status) =>
    shown(checks.filter((one) => one.status === status))
  ).flatMap((one) => linesOf(one, { width, columns }, mark));
  const counts = `${counted(errors, "error")}, ${counted(warnings, "warning")}`;
  const state = errors > 0
    ? mark.red(counts)
    : warnings > 0
    ? mark.yellow(counts)
    : mark.green(counts);
  return [...lines, state].map((line) => `${line}\n`).join("");
}

const ORDER: readonly CheckStatus[] = ["ok", "skipped", "warning", "error"];

/** The first few of each area and code, and then one line that counts the rest. */
function shown(checks: readonly Check[]): Check[] {
  const groups = new Map<string, Check[]>();
  for (const one of checks) {
    const key = `${one.area} ${one.code}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length <= SHOWN || group[0]!.code === undefined) return group;
    const [{ area, status, code }] = group as [Check];
    const message = `${group.length - SHOWN} more like these: see --json`;
    return [
      ...group.slice(0, SHOWN),
      { area, status, message, ...(code !== undefined && { code }) },
    ];
  });
}

function linesOf(
  { status, area, message, code, help }: Check,
  { width, columns }: { readonly width: number; readonly columns: number },
  mark: Paint,
): string[] {
  const column = colours(mark)[status](status.padEnd(STATUS_WIDTH));
  const head = `${column}  ${mark.bold(area.padEnd(width))}  `;
  const used = STATUS_WIDTH + width + 4;
  const named = code === undefined ? [] : [`[${code}]`];
  const words = [...inert(message).split(" "), ...named];
  const lines = filled(words, Math.max(40, columns - used)).map((line, i) =>
    (i === 0 ? head : " ".repeat(used)) + line
  );
  // Marked last: what colours a word is no part of its width.
  const end = lines.length - 1;
  for (const word of named) {
    lines[end] = lines[end]!.slice(0, -word.length) + mark.bold(word);
  }
  if (help === undefined) return lines;
  const indent = " ".repeat(STATUS_WIDTH + 2);
  return [...lines, `${indent}${mark.cyan("next")}: ${inert(help)}`];
}

const STATUS_WIDTH = "skipped".length;

function colours(
  mark: Paint,
): Readonly<Record<CheckStatus, (text: string) => string>> {
  return {
    ok: mark.green,
    skipped: mark.dim,
    warning: mark.yellow,
    error: mark.red,
  };
}
