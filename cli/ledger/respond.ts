// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import type { Ledger, OwnerAnswer, ShownRequest } from "../../lib/ledger.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { readLine } from "../ask.ts";
import { callText, hidesPart } from "./call_text.ts";
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
  answer(this, flags, { request, status }, `${request} ${status}\n`, {
    did: `request ${request} is ${status}`,
    next: "the answer is kept for good: the same one again changes nothing",
  });
}

async function ask(
  { io }: Context,
  ledger: Ledger,
  id: string,
): Promise<OwnerAnswer> {
  if (!io.in.terminal || !io.err.terminal) throw noTerminal();
  const request = await ledger.show(id);
  io.err.write(callText(request, io.err.columns));
  if (request.status !== "pending") {
    throw noAnswer(request, `is ${request.status} already: nothing is asked`);
  }
  const answers = answersTo(request);
  const choice = [...answers.keys()].join(" or ");
  io.err.write(`Answer (${choice}; anything else answers nothing): `);
  const typed = (await readLine(io)).trim().replace(/\s+/g, " ");
  const given = answers.get(typed);
  if (given) return given;
  throw noAnswer(request, "is not answered: nothing was changed");
}

/** What can be typed: the end of the id was not known before it was shown. */
function answersTo(request: ShownRequest): Map<string, OwnerAnswer> {
  const end = request.request.slice(-4);
  const unseen = hidesPart(request) ? " unseen" : "";
  const deny = [`deny ${end}`, "deny"] as const;
  if (request.recovery_required) return new Map([deny]);
  return new Map([[`allow_once ${end}${unseen}`, "allow_once"], deny]);
}

function noAnswer({ request }: ShownRequest, state: string): LnkError {
  return new LnkError("no", "ledger/no-answer", `Request ${request} ${state}`, {
    details: { request },
  });
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
