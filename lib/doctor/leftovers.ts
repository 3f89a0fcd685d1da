// Copyright 2026 the lnk authors. MIT license.

/**
 * Unfinished files: of writers that are at work, or died.
 *
 * @module
 */

import { attempt } from "../disk/fault.ts";
import { quote } from "../text.ts";
import { counted } from "./check.ts";
import { type Look, looking } from "./look.ts";
import { shellPath } from "../shell.ts";

const AREA = "leftovers";
/** A writer of ours is done sooner, in milliseconds. */
const AT_WORK = 60_000;

/**
 * Looks at the unfinished files that the other looks came by.
 *
 * @param look What the look needs.
 */
export async function lookAtLeftovers(
  look: Pick<Look, "host" | "report" | "unfinished" | "root">,
): Promise<void> {
  const { host, report, unfinished, root } = look;
  let seen = 0;
  for (const path of new Set(unfinished)) {
    const name = path.startsWith(`${root}/`)
      ? path.slice(root.length + 1)
      : path;
    await looking(look, { area: AREA, path, name }, () => {
      const entry = attempt("look at", path, () => host.disk.lstat(path));
      if (!entry) return;
      seen++;
      const age = host.now() - entry.modified;
      if (entry.kind === "file" && age < AT_WORK) return;
      report.add(AREA, {
        status: "warning",
        code: "doctor/leftover",
        path,
        message: entry.kind === "file"
          ? `${quote(name)}: ${entry.size} bytes of a writer that died`
          : `${quote(name)} has the name of an unfinished file, and is none`,
        help: entry.kind === "file"
          ? `nothing to do: the next writer there removes it; now: rm ${
            shellPath(path)
          }`
          : `look at it, then move it away: ls -ldb ${shellPath(path)}`,
      });
    });
  }
  if (report.all().some(({ area }) => area === AREA)) return;
  report.add(AREA, {
    status: "ok",
    message: seen === 0
      ? "no unfinished file was seen"
      : counted(seen, "unfinished file") + " of writers at work",
  });
}
