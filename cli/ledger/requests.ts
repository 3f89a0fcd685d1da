// Copyright 2026 the lnk authors. MIT license.

import type { ShownRequest } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { RawJson } from "../report/json.ts";
import type { LedgerFlags } from "./flags.ts";
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
  const width = Math.max(0, ...all.map(({ attempt }) => attempt.length));
  return all.map((one) => {
    const state = one.status.padEnd(7);
    const mark = one.recovery_required ? "  recovery required" : "";
    const attempt = inert(one.attempt).padEnd(width);
    return `${one.request}  ${state}  ${attempt}  ${inert(one.tool)}${mark}\n`;
  }).join("");
}
