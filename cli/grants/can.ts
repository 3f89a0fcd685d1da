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
  const never = !allowed && folder === "chats" && flags.team === undefined &&
    wanted === "write";
  const rule = never ? "conversations can never be written" : why;
  const text = `${allowed ? "yes" : access === "read" ? READ : "no"}: ` +
    `${inert(rule)}\n`;
  answer(this, flags, { allowed, folder, why: rule }, text);
  if (!allowed) answerNo(this);
}

const READ = "no, it can only be read";
