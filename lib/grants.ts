// Copyright 2026 the lnk authors. MIT license.

/**
 * What a sandbox file grants: programs to start, folders to write or only
 * read. One evaluator answers every question about it.
 *
 * Source: the specification's "Harness Base", from "The programs it may run"
 * to "Checking a team's grants".
 *
 * @module
 */

export {
  type Access,
  access,
  type Answer,
  ANY,
  type Commands,
  DEFAULT_FOLDERS,
  type Folders,
  type Grants,
  runs,
  type TeamFolders,
  whole,
  writes,
  writesNotes,
} from "./grants/access.ts";
export {
  isFolderName,
  isHomeFolder,
  layout,
  NOTES,
  STANDING,
  WHOLE,
} from "./grants/layout.ts";
export { checkCommands } from "./grants/commands.ts";
export type { Fault, Place } from "./grants/fault.ts";
export { checkFolders, checkTeamFolders } from "./grants/folders.ts";
export { accessTo, allows, type PathAnswer, whyNoPath } from "./grants/path.ts";
export { type Presence, present } from "./grants/presence.ts";
export { type Change, type Widening, widening } from "./grants/widening.ts";
