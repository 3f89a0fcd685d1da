// Copyright 2026 the lnk authors. MIT license.

import { whole, writesNotes } from "../../lib/grants.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { loadGrants } from "./load.ts";
import { shown } from "./words.ts";

/** Runs `lnk-tool grants show`. */
export default async function grantsShow(
  this: Context,
  flags: CommonFlags,
  file: string,
): Promise<void> {
  const grants = await loadGrants(this, file, flags.json);
  const { commands, folders, defaultFolders } = grants;
  const document = {
    commands: { run: commands.run, any: commands.run.includes("*") },
    files: {
      default: defaultFolders,
      write: folders.write,
      read: folders.read,
      teams: Object.fromEntries(folders.teams),
      whole: whole(folders),
      writes_notes: writesNotes(folders),
    },
  };
  answer(this, flags, document, shown(grants));
}
