// Copyright 2026 the lnk authors. MIT license.

import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";
import { SCRIPTS, type Shell } from "./completion_scripts.ts";

/** Runs `lnk-tool completions`: prints a shell's script and installs nothing. */
export default function completions(
  this: Context,
  flags: CommonFlags,
  shell: Shell,
): void {
  const script = SCRIPTS[shell];
  answer(this, flags, { shell, script }, script);
}
