// Copyright 2026 the lnk authors. MIT license.

/**
 * The refusal to go past a bad entry.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { BadEntry } from "./entry.ts";
import { NOT_UTF8 } from "./name.ts";
import type { Queue } from "./place.ts";
import { shellPath } from "../shell.ts";

/**
 * The refusal to go past a bad entry.
 *
 * @param queue The queue.
 * @param bad The entry.
 * @returns An error of code `queue/bad-entry`.
 */
export function badRefusal(
  { folder, home }: Pick<Queue, "folder" | "home">,
  bad: BadEntry,
): LnkError {
  const { name, reason, state } = bad;
  return new LnkError(
    "refused",
    "queue/bad-entry",
    `Cannot drain past ${quote(name)}: it is ${reason}: ${state}`,
    {
      help: `it is kept as it is; ${nextFor(bad, { folder, home })}`,
      details: { name, reason, state, path: join(folder, name) },
    },
  );
}

/**
 * What a person does about a bad entry.
 *
 * @param bad The entry.
 * @param where The queue's folder and the home, as they are to be shown.
 * @returns Words with commands that can be pasted.
 */
export function nextFor(
  { name, reason, state, of: whose }: BadEntry,
  { folder, home }: { readonly folder: string; readonly home: string },
): string {
  const at = `${shellPath(name)} --home ${shellPath(home)}`;
  const aside = `lnk-tool queue set-aside ${at} --yes`;
  if (state === NOT_UTF8) {
    return "no command can name it: look at it with " +
      `ls -b ${shellPath(folder)}, then move it away by hand`;
  }
  if (reason === "unsupported") {
    return `drain with the release that wrote it, or: ${aside}`;
  }
  if (whose) {
    const { agent, owner } = whose;
    return `drain it as --agent ${agent} --owner ${owner}, or: ${aside}`;
  }
  if (reason !== "foreign") return `look at it, then: ${aside}`;
  if (!state.startsWith("its mode")) {
    return `look who could change it, then: ${aside}`;
  }
  return `look who could change it, then: chmod 600 ${
    shellPath(join(folder, name))
  }`;
}
