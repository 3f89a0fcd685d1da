// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import type { Ledger, OwnerAnswer } from "../../lib/ledger.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readLine } from "../ask.ts";
import { callText } from "./call_text.ts";
import type { LedgerFlags } from "./flags.ts";
import { openNamed } from "./open.ts";

/** Runs `lnk-tool ledger respond`: takes the answer as an argument, or asks on a terminal. */
export default async function respond(
  this: Context,
  flags: LedgerFlags,
  ...[id, given]: [string, OwnerAnswer?]
): Promise<void> {
  const ledger = openNamed(this, flags);
  const said = given ?? await ask(this, ledger, id);
  const { request, status } = await ledger.respond(id, said);
  answer(this, flags, { request, status }, `${request} ${status}\n`);
}

async function ask(
  { io }: Context,
  ledger: Ledger,
  id: string,
): Promise<OwnerAnswer> {
  if (!io.in.terminal || !io.err.terminal) throw noTerminal();
  const request = await ledger.show(id);
  io.err.write(callText(request));
  const choice = request.recovery_required ? "deny" : "allow_once or deny";
  io.err.write(`Answer (${choice}; anything else answers nothing): `);
  const line = (await readLine(io)).trim();
  if (line === "allow_once" || line === "deny") return line;
  throw new LnkError(
    "no",
    "ledger/no-answer",
    `Request ${request.request} is not answered: nothing was changed`,
  );
}

function noTerminal(): LnkError {
  return new LnkError(
    "usage",
    "usage/arguments",
    "Cannot ask for the answer: standard input and standard error are not " +
      "both a terminal",
    { help: "write allow_once or deny after the request's id" },
  );
}
