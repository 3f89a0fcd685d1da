// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { callText } from "./call_text.ts";
import type { LedgerFlags } from "./flags.ts";
import { openNamed } from "./open.ts";
import { fieldsOf } from "./requests.ts";

/** Runs `lnk-tool ledger show`. */
export default async function show(
  this: Context,
  flags: LedgerFlags,
  id: string,
): Promise<void> {
  const request = await openNamed(this, flags).show(id);
  const archived = request.archived ? "archived   in the history\n" : "";
  const text = callText(request, this.io.out.columns) + archived;
  answer(this, flags, { ...fieldsOf(request) }, text);
}
