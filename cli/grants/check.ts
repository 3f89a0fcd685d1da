// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import type { Grants } from "../../lib/grants.ts";
import { checkSandbox, type Further } from "../../lib/sandbox.ts";
import { checkFiles } from "../check.ts";
import type { Context } from "../context.ts";
import { teamFolders } from "../teams.ts";
import type { GrantsCheckFlags } from "./flags.ts";
import { summary } from "./words.ts";

/** Runs `lnk-tool grants check`. */
export default async function grantsCheck(
  this: Context,
  flags: GrantsCheckFlags,
  ...files: string[]
): Promise<void> {
  const furtherFor = await placement(this, flags);
  await checkFiles(this, flags, files, (bytes, { name }) => {
    const further = furtherFor?.(name);
    const { text, findings, grants } = checkSandbox(bytes, {
      strict: flags.strict,
      ...(further && { further }),
    });
    return { text, findings, summary: grants ? summary(grants) : "" };
  });
}

/** The check of this machine, where a flag asks for it. */
async function placement(
  { disk, io }: Context,
  { agent, team }: GrantsCheckFlags,
): Promise<((name: string) => Further) | undefined> {
  if (agent === undefined && team.length === 0) return undefined;
  if (agent === "") throw badFlag("--agent needs a folder");
  const teams = teamFolders(team);
  const { checkPlacement, PLACEMENT_AREA } = await import(
    "../../lib/placement.ts"
  );
  return (name) => ({
    area: PLACEMENT_AREA,
    check: (grants: Grants) =>
      checkPlacement(grants, {
        disk,
        agent,
        teams,
        searchPath: io.env("PATH") ?? "",
        file: name === "-" ? undefined : name,
      }),
  });
}

function badFlag(message: string): LnkError {
  return new LnkError("usage", "usage/arguments", message);
}
