// Copyright 2026 the lnk authors. MIT license.

import { type Change, widening } from "../../lib/grants.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { refuseTwoInputs } from "../input.ts";
import { answerNo, loadGrants } from "./load.ts";
import type { DiffFlags } from "./flags.ts";

/** Runs `lnk-tool grants diff`. */
export default async function grantsDiff(
  this: Context,
  flags: DiffFlags,
  before: string,
  after: string,
): Promise<void> {
  refuseTwoInputs([before, after]);
  const { widened, narrowed } = widening(
    await loadGrants(this, before, flags.json),
    await loadGrants(this, after, flags.json),
  );
  const text = part("widened", widened) + part("narrowed", narrowed) ||
    "no grant changes\n";
  answer(this, flags, { widened, narrowed }, text);
  if (flags.failOn === "widen" && widened.length > 0) answerNo(this);
}

function part(name: string, changes: readonly Change[]): string {
  return changes.map(({ what, name: thing, from, to }) =>
    `${name}: ${what} ${inert(thing)}: ${from} -> ${to}\n`
  ).join("");
}
