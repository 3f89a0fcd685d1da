// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import type { Grants } from "../../lib/grants.ts";
import { checkSandbox, type Further } from "../../lib/sandbox.ts";
import { quote } from "../../lib/text.ts";
import { checkFiles } from "../check.ts";
import type { Context } from "../context.ts";
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

function teamFolders(words: readonly string[]): Map<string, string> {
  const teams = new Map<string, string>();
  for (const word of words) {
    const [team, folder] = teamFolder(word);
    if (teams.has(team)) {
      throw badFlag(`--team gives ${quote(team)} two folders`);
    }
    teams.set(team, folder);
  }
  return teams;
}

function teamFolder(word: string): [name: string, folder: string] {
  const at = word.indexOf("=");
  if (at < 1 || at === word.length - 1) {
    throw badFlag(`--team ${quote(word)} is not NAME=DIR`);
  }
  return [word.slice(0, at), word.slice(at + 1)];
}

function badFlag(message: string): LnkError {
  return new LnkError("usage", "usage/arguments", message);
}
