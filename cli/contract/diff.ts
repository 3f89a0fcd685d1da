// Copyright 2026 the lnk authors. MIT license.

import { compareContracts } from "../../lib/contract.ts";
import { EXIT } from "../../lib/errors.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { DiffFlags } from "./flags.ts";
import { readContracts, switchFields, warningFields } from "./read.ts";
import { switchText } from "./text.ts";

/** Runs `lnk-tool contract diff`: what goes along and what stays. */
export default async function contractDiff(
  this: Context,
  flags: DiffFlags,
  ...names: [string, string]
): Promise<void> {
  const { contracts, warned } = await readContracts(this, flags, names);
  const [from, to] = contracts;
  const change = compareContracts(from!, to!);
  const text = switchText(change, this.io.out.colour);
  const fields = { ...switchFields(change), ...warningFields(warned) };
  answer(this, flags, fields, text);
  const left = change.leftBehind.length > 0;
  if (flags.exitCode && left) this.process.exitCode = EXIT.no;
}
