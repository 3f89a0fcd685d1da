// Copyright 2026 the lnk authors. MIT license.

/**
 * The agent's folder as the root of a store.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { missing } from "../disk/refusal.ts";
import { LnkError } from "../errors.ts";
import { shellPath } from "../shell.ts";
import { quote } from "../text.ts";

/**
 * The agent's folder without links in its path; refused where others could
 * swap what is in it.
 *
 * @param host The disk.
 * @param root The folder as it was given.
 * @returns Its absolute path.
 * @throws {LnkError} `store/root`, `disk/missing`, `disk/link`,
 *   `disk/wrong-kind`, `disk/denied`, `disk/failed`.
 */
export function requireRoot(
  { disk }: Pick<Host, "disk">,
  root: string,
): string {
  const entry = lookAtFolder(disk, root);
  if (!entry) throw missing(root, "folder");
  const absolute = attempt("look at", root, () => disk.realPath(root));
  const foreign = entry.uid !== disk.uid;
  const state = foreign
    ? `its owner is user ${entry.uid}, not ${disk.uid}`
    : (entry.mode & 0o022) !== 0
    ? "others may write in it"
    : undefined;
  if (state === undefined) return absolute;
  const shell = shellPath(root);
  throw new LnkError(
    "refused",
    "store/root",
    `Cannot keep a store in ${quote(root)}: ${state}`,
    {
      path: root,
      help: foreign
        ? `run as user ${entry.uid}, or: chown -R ${disk.uid} ${shell}`
        : `look at who wrote there; then: chmod go-w ${shell}`,
    },
  );
}
