// Copyright 2026 the lnk authors. MIT license.

import { codes, type Page, page } from "../../lib/codes.ts";
import { LnkError } from "../../lib/errors.ts";
import { nearest, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { type Paint, paint } from "../report/paint.ts";

/** Runs `lnk-tool explain`: one page, or the list of all codes. */
export default function explain(
  this: Context,
  flags: CommonFlags,
  code?: string,
): void {
  if (code === undefined) {
    const all = codes();
    const width = Math.max(...all.map((name) => name.length));
    const list = all.map((name) => ({ code: name, title: page(name)!.title }));
    const text = list.map((one) => `${one.code.padEnd(width)}  ${one.title}\n`);
    return answer(this, flags, { codes: list }, text.join(""));
  }
  const known = page(code);
  if (!known) throw unknownCode(code);
  const mark = paint(this.io.out.colour);
  answer(this, flags, { code, ...known }, pageText(code, known, mark));
}

function unknownCode(code: string): LnkError {
  return new LnkError(
    "usage",
    "usage/arguments",
    `There is no code ${quote(code)}${meant(code)}`,
    { help: "lnk-tool explain lists every code" },
  );
}

/** The code that was most likely meant, by its whole name, its last part or its area. */
function meant(code: string): string {
  const all = codes();
  const last = (one: string) => one.slice(one.lastIndexOf("/") + 1);
  const near = nearest(code, all) ?? nearest(code, all.map(last));
  const found = near === undefined
    ? []
    : all.filter((one) => one === near || last(one) === near);
  if (found.length > 0) return `, did you mean ${found.join(" or ")}?`;
  const area = all.filter((one) => one.startsWith(`${code}/`));
  return area.length === 0 ? "" : `, but its area has ${area.join(", ")}`;
}

function pageText(
  code: string,
  { title, why, next, bad, good }: Page,
  { bold }: Paint,
): string {
  const example = (name: string, text: string | undefined) =>
    text === undefined ? "" : `\n${bold(`${name}:`)}\n${indent(text)}`;
  // What to do can be a command to copy, so that it is not broken into lines.
  return `${bold(code)}: ${title}\n\n${wrap(why)}\n\n` +
    `${bold("What to do:")} ${next}\n` +
    example("Gets this code", bad) + example("Mended", good);
}

function indent(text: string): string {
  return text.trimEnd().split("\n").map((line) => `  ${line}\n`).join("");
}

function wrap(text: string): string {
  return text.replace(/(.{1,78})(?: |$)/g, "$1\n").trimEnd();
}
