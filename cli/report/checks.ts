// Copyright 2026 the lnk authors. MIT license.

/**
 * What looking over an agent found, for people and for scripts.
 *
 * @module
 */

import type { Check, CheckStatus, Examination } from "../../lib/doctor.ts";
import { inert } from "../../lib/text.ts";
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
 * @returns Lines with their newlines.
 */
export function checkText(
  { checks, errors, warnings }: Examination,
  colour: boolean,
): string {
  const mark = paint(colour);
  const width = Math.max(...checks.map(({ area }) => area.length));
  const lines = ORDER.flatMap((status) =>
    shown(checks.filter((one) => one.status === status))
  ).flatMap((one) => linesOf(one, width, mark));
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
  width: number,
  mark: Paint,
): string[] {
  const column = colours(mark)[status](status.padEnd(STATUS_WIDTH));
  const shownCode = code === undefined ? "" : ` ${mark.bold(`[${code}]`)}`;
  const line = `${column}  ${mark.bold(area.padEnd(width))}  ` +
    inert(message) + shownCode;
  if (help === undefined) return [line];
  const indent = " ".repeat(STATUS_WIDTH + width + 4);
  return [line, `${indent}${mark.cyan("next")}: ${inert(help)}`];
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

function counted(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
