// Copyright 2026 the lnk authors. MIT license.

import { compareContracts } from "../../lib/contract.ts";
import type { Switch } from "../../lib/contract/types.ts";
import { EXIT } from "../../lib/errors.ts";
import { inert } from "../../lib/text.ts";
import { jsonDocument } from "../report/json.ts";
import type { Context } from "../context.ts";
import type { SwitchFlags } from "./flags.ts";
import { readContracts, switchFields, warningFields } from "./read.ts";
import { switchText } from "./text.ts";

/** Runs `lnk-tool contract switch`: exit 0 with consent or where none is needed, 1 without. */
export default async function contractSwitch(
  this: Context,
  flags: SwitchFlags,
  ...names: [string, string]
): Promise<void> {
  const { contracts, warned } = await readContracts(this, flags, names);
  const [from, to] = contracts;
  const change = compareContracts(from!, to!);
  const asks = mustAsk(this, flags, change);
  // The list stands where the question stands, also when stdout is a file.
  const list = asks ? this.io.err : this.io.out;
  if (asks || !flags.json) list.write(switchText(change, list.colour));
  const agreed = asks
    ? await asked(this, change)
    : flags.yes || change.leftBehind.length === 0;
  if (flags.json) {
    const fields = { ...switchFields(change), ...warningFields(warned) };
    this.io.out.write(jsonDocument({ ...fields, agreed }));
  }
  if (agreed) return;
  this.process.exitCode = EXIT.no;
  this.io.err.write(refusal(change, asks));
}

function mustAsk(
  { io }: Context,
  { yes }: SwitchFlags,
  { leftBehind }: Switch,
): boolean {
  return leftBehind.length > 0 && !yes && io.in.terminal && io.err.terminal;
}

async function asked({ io }: Context, change: Switch): Promise<boolean> {
  io.err.write(`What is left behind stays with ${inert(change.from)}.\n`);
  io.err.write(`Switch to ${inert(change.to)}? [y/N] `);
  const line = await firstLine(io.in.stream());
  // Where typing ended without Enter, what follows needs a line of its own.
  if (!line.endsWith("\n")) io.err.write("\n");
  return /^\s*y(es)?\s*$/i.test(line);
}

/** The first line with its newline; a longer one than any answer is cut. */
async function firstLine(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const end = text.indexOf("\n");
    if (end >= 0) return text.slice(0, end + 1);
    if (text.length > 1024) return text.slice(0, 1024);
  }
  return text;
}

function refusal({ leftBehind }: Switch, asks: boolean): string {
  if (asks) return "Not agreed\n";
  const parts = leftBehind.length === 1 ? "part" : "parts";
  return `Not agreed: ${leftBehind.length} ${parts} would be left behind; ` +
    "--yes agrees ahead\n";
}
