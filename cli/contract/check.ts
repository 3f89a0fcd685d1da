// Copyright 2026 the lnk authors. MIT license.

import { checkContract } from "../../lib/contract/check.ts";
import {
  type Contract,
  FEATURE_PARTS,
  STATE_PARTS,
} from "../../lib/contract/types.ts";
import { checkFiles, type CheckFlags } from "../check.ts";
import type { Context } from "../context.ts";

/** Runs `lnk-tool contract check`: findings of all files, exit 1 at the fail level. */
export default async function contractCheck(
  this: Context,
  flags: CheckFlags,
  ...names: string[]
): Promise<void> {
  await checkFiles(this, flags, names, (bytes, { file }) => {
    const options = { name: file, strict: flags.strict };
    const { text, contract, findings } = checkContract(bytes, options);
    return { text, findings, summary: contract ? summary(contract) : "" };
  });
}

function summary({ name, state, features }: Contract): string {
  const exported = STATE_PARTS.filter((part) => state?.export?.[part] === true);
  const imported = STATE_PARTS.filter((part) => state?.import?.[part]);
  const able = FEATURE_PARTS.filter((part) => features?.[part]);
  return `${name} exports ${listed(exported)}; imports ${listed(imported)}; ` +
    `has ${listed(able)}`;
}

function listed(parts: readonly string[]): string {
  return parts.length === 0 ? "nothing" : parts.join(", ");
}
