// Copyright 2026 the lnk authors. MIT license.

import type { ShownRequest } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { RawJson } from "../report/json.ts";
import type { LedgerFlags } from "./flags.ts";
import { quotedWhole } from "./call_text.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger requests`. */
export default async function requests(
  this: Context,
  flags: LedgerFlags,
): Promise<void> {
  const all = await openNamed(this, flags).requests();
  answer(this, flags, { requests: all.map(fieldsOf) }, listed(all));
}

/**
 * A request as documents have it.
 *
 * @param request The request.
 * @returns Its fields, the arguments with their own spelling.
 */
export function fieldsOf<R extends ShownRequest>(request: R) {
  return { ...request, arguments: new RawJson(request.arguments) };
}

function listed(all: readonly ShownRequest[]): string {
  const attempts = all.map(({ attempt }) => cut(inert(attempt), 40));
  const width = Math.max(0, ...attempts.map(({ length }) => length));
  return all.map((one, i) => {
    const state = one.status.padEnd(7);
    const mark = one.recovery_required ? "  recovery required" : "";
    const attempt = attempts[i]!.padEnd(width);
    const tool = quotedWhole(cut(one.tool, 24));
    return `${one.request}  ${state}  ${attempt}  ${tool}${mark}\n`;
  }).join("");
}

/** A long name would wrap, and draw what looks like a line of its own. */
function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}...` : text;
}
