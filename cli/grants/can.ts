// Copyright 2026 the lnk authors. MIT license.

import { accessTo, allows } from "../../lib/grants.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { answerNo, loadGrants } from "./load.ts";
import type { CanFlags } from "./flags.ts";

/** Runs `lnk-tool grants can`: exit 0 if the path may be reached so, else 1. */
export default async function grantsCan(
  this: Context,
  flags: CanFlags,
  wanted: "write" | "read",
  path: string,
): Promise<void> {
  const { folders } = await loadGrants(this, flags.in, flags.json);
  const { access, folder, why } = accessTo(folders, path, flags.team);
  const allowed = allows(access, wanted);
  const text = `${allowed ? "yes" : "no"}: ${inert(why)}\n`;
  answer(this, flags, { allowed, folder, why }, text);
  if (!allowed) answerNo(this);
}
