// Copyright 2026 the lnk authors. MIT license.

import { writeUsual } from "../files.ts";
import { processOf } from "../process.ts";
import type { TimeRow } from "../row.ts";

/** How long a script waits for the answer about one file. */
export const checkStart: TimeRow = {
  what: "grants check, one usual file",
  against: "an empty program",
  goal: 1.2,
  prepare({ folder, program }) {
    const empty = `${folder}/empty.js`;
    Deno.writeTextFileSync(empty, "");
    const files = writeUsual(folder, 1);
    return {
      ours: processOf(program, ["grants", "check", ...files]),
      base: processOf(empty),
    };
  },
};
