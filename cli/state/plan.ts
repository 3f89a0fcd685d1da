// Copyright 2026 the lnk authors. MIT license.

import { planState } from "../../lib/state/plan.ts";
import { answer } from "../command.ts";
import { warningFields } from "../contract/read.ts";
import type { Context } from "../context.ts";
import { readStateList } from "./list.ts";
import type { HomeFlags } from "./flags.ts";
import { planFields, planText } from "./show.ts";

/** Runs `lnk-tool state plan`: what a move would carry. */
export default async function plan(
  this: Context,
  flags: HomeFlags,
  contract: string,
): Promise<void> {
  const { list, warned } = await readStateList(this, flags, contract);
  const found = planState(this.disk, flags.home, list);
  const fields = { ...planFields(found), ...warningFields(warned) };
  answer(this, flags, fields, planText(found));
}
