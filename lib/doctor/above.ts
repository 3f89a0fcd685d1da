// Copyright 2026 the lnk authors. MIT license.

/**
 * The folders above what is protected: who may write in one of them can move
 * what is below away, and an older one of the same user's in its place.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import { quote } from "../text.ts";
import type { Look } from "./look.ts";
import { nextFor } from "./next.ts";

/** In such a folder each name is its owner's to move. */
const STICKY = 0o1000;
const OTHERS_WRITE = 0o022;

/**
 * Looks at who may write in the folders above.
 *
 * @param look What the look needs.
 * @param paths What is protected; what is missing is told elsewhere.
 */
export function lookAbove(
  look: Pick<Look, "host" | "report">,
  paths: readonly string[],
): void {
  const above = new Set(paths.flatMap((path) => foldersAbove(look, path)));
  for (const path of above) {
    const mode = modeOf(look, path);
    if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) continue;
    look.report.add("permissions", {
      ...{ status: "warning", code: "doctor/others-write", path },
      message: `${quote(path)}: others may write in it, its mode is ` +
        `${mode.toString(8).padStart(4, "0")}, and move away what is below`,
      help: nextFor("doctor/others-write", path),
    });
  }
}

/** What is above may be closed to this user: that is no fault of the agent's. */
function modeOf({ host: { disk } }: Pick<Look, "host">, path: string): number {
  try {
    return disk.lstat(path)?.mode ?? 0;
  } catch {
    return 0;
  }
}

function foldersAbove(
  { host: { disk } }: Pick<Look, "host">,
  path: string,
): string[] {
  let way: string;
  try {
    way = disk.realPath(path);
  } catch {
    return [];
  }
  const above: string[] = [];
  while (dirname(way) !== way) above.push(way = dirname(way));
  return above;
}
