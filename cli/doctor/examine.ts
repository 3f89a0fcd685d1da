// Copyright 2026 the lnk authors. MIT license.

import { examine } from "../../lib/doctor.ts";
import { EXIT } from "../../lib/errors.ts";
import { type Context, hostOf } from "../context.ts";
import { answer } from "../command.ts";
import { errorFields } from "../failure.ts";
import { checkFields, checkText } from "../report/checks.ts";
import { progressOn } from "../report/progress.ts";
import { teamFolders } from "../teams.ts";
import type { DoctorFlags } from "./flags.ts";

/** Runs `lnk-tool doctor`: exit 1 for what --fail-on says, 5 where the agent's folder cannot be read. */
export default async function doctor(
  this: Context,
  flags: DoctorFlags,
): Promise<void> {
  const { agent, grants, home, ledger, strict, failOn } = flags;
  const { io } = this;
  const found = await examine(hostOf(this), {
    ...{ agent, grants, home, ledger, strict },
    keys: flags.keyFile,
    teams: teamFolders(flags.team),
    searchPath: io.env("PATH") ?? "",
    progress: progressOn(io.err),
  });
  const { errors, warnings, unread } = found;
  const failed = errors > 0 || (failOn === "warning" && warnings > 0);
  const fields = checkFields(found, !failed);
  const error = unread && { error: await errorFields(unread) };
  const columns = io.out.terminal ? io.out.columns : Infinity;
  const text = checkText(found, io.out.colour, columns);
  answer(this, flags, { ...fields, ...error }, text);
  if (unread) this.process.exitCode = EXIT.unable;
  else if (failed) this.process.exitCode = EXIT.no;
}
