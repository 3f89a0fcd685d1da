// Copyright 2026 the lnk authors. MIT license.

import { type Presence, present } from "../../lib/grants.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { answerNo, loadGrants } from "./load.ts";
import type { CommandsFlags } from "./flags.ts";

/** Runs `lnk-tool grants commands`. */
export default async function grantsCommands(
  this: Context,
  flags: CommandsFlags,
  file: string,
): Promise<void> {
  const { commands } = await loadGrants(this, file, flags.json);
  const entries = present(
    commands,
    this.io.env("PATH") ?? "",
    this.disk.isProgram,
  );
  answer(this, flags, { entries }, listed(entries));
  const missing = entries.some((entry) => !entry.present);
  if (flags.require && missing) answerNo(this);
}

function listed(entries: readonly Presence[]): string {
  if (entries.length === 0) return "no program, and no run tool\n";
  const names = entries.map(({ entry }) => inert(entry));
  const width = Math.max(...names.map(({ length }) => length));
  return entries.map(({ present, path }, index) => {
    const where = path ?? (present ? "any program" : "missing");
    return `${names[index]!.padEnd(width)}  ${inert(where)}\n`;
  }).join("");
}
