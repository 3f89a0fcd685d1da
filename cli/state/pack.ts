// Copyright 2026 the lnk authors. MIT license.

import { packState } from "../../lib/state/pack.ts";
import { planState } from "../../lib/state/plan.ts";
import { inert, quote } from "../../lib/text.ts";
import { answer } from "../command.ts";
import { warningFields } from "../contract/read.ts";
import { type Context, hostOf } from "../context.ts";
import { readStateList } from "./list.ts";
import type { PackFlags } from "./flags.ts";
import { leftOutText, planFields, sizeText, sumText } from "./show.ts";

/** Runs `lnk-tool state pack`: the archive, whole or not at all. */
export default async function pack(
  this: Context,
  flags: PackFlags,
  contract: string,
): Promise<void> {
  const { list, warned } = await readStateList(this, flags, contract);
  const plan = planState(this.disk, flags.home, list);
  const packed = await packState(hostOf(this), plan, flags.output);
  answer(
    this,
    flags,
    {
      ...planFields(plan),
      ...warningFields(warned),
      archive: packed.archive,
      packed: packed.bytes,
    },
    leftOutText(plan) + sumText(plan.files.length, plan.bytes) +
      `packed into ${inert(packed.archive)}, ${sizeText(packed.bytes)}\n`,
    {
      did: `the archive is whole in ${quote(packed.archive)}`,
      next: "to see again what it holds and what was left out, use state plan",
    },
  );
}
