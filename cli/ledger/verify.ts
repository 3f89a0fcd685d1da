// Copyright 2026 the lnk authors. MIT license.

import { nextStep } from "../../lib/codes.ts";
import { EXIT } from "../../lib/errors.ts";
import { type Verdict, verifyLedger } from "../../lib/ledger.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { counted } from "../measures.ts";
import type { LedgerFlags } from "./flags.ts";

/** Runs `lnk-tool ledger verify`: exit 3 if something is wrong. */
export default async function verify(
  this: Context,
  flags: LedgerFlags,
): Promise<void> {
  const { dir, agent, owner } = flags;
  const verdict = await verifyLedger(this.disk, dir, { agent, owner });
  answer(this, flags, { ...verdict }, verdictText(dir, verdict));
  if (!verdict.ok) this.process.exitCode = EXIT.refused;
}

function verdictText(dir: string, verdict: Verdict): string {
  const { ok, faults, notes, history_sound, history_records } = verdict;
  const told = (count: number | null, one: string) =>
    count === null ? `no ${one}s` : counted(count, one);
  const lines = [
    ...faults.flatMap(({ code, message, help = nextStep(code) }) => [
      `wrong[${code}]: ${message}`,
      ...help === undefined ? [] : [`  help: ${help}`],
    ]),
    ...notes.map((note) => `note: ${note}`),
    `${dir}: ${ok ? "sound" : "refused"}; to be read: ` +
    `${told(verdict.sessions, "session")}, ` +
    `${told(verdict.requests, "request")}, ${history_sound} of ` +
    `${history_records ?? "unknown"} archived`,
  ];
  return lines.map((line) => `${inert(line)}\n`).join("");
}
