// Copyright 2026 the lnk authors. MIT license.

import { writeUsual } from "../files.ts";
import { bundleScript, processOf } from "../process.ts";
import type { TimeRow } from "../row.ts";

/** What the rules cost beside the parser they rest on. */
export const checkMany: TimeRow = {
  what: "grants check, 1,000 files in one call",
  against: "reading and parsing them",
  goal: 1.5,
  async prepare({ folder, program }) {
    const parser = `${folder}/parse_only.js`;
    await bundleScript(new URL("../parse_only.ts", import.meta.url), parser);
    const files = writeUsual(folder, 1000);
    return {
      ours: processOf(program, ["grants", "check", ...files]),
      base: processOf(parser, files),
    };
  },
};
