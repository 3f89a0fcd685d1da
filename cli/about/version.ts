// Copyright 2026 the lnk authors. MIT license.

import { NAME, VERSION } from "../../lib/version.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";

/** Runs `lnk-tool version`: one line, the name first. */
export default function version(this: Context, flags: CommonFlags): void {
  answer(
    this,
    flags,
    {
      program: NAME,
      release: VERSION,
      deno: Deno.version.deno,
      target: Deno.build.target,
    },
    `${NAME} ${VERSION}\n`,
  );
}
