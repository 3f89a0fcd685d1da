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

/**
 * The refusal to go past a bad entry.
 *
 * @param folder The queue's folder.
 * @param bad The entry.
 * @returns An error of code `queue/bad-entry`.
 */
export function badRefusal(folder: string, bad: BadEntry): LnkError {
  const { name, reason, state } = bad;
  const named = bad.batch === 0 ? quote(name) : String(bad.batch);
  return new LnkError(
    "refused",
    "queue/bad-entry",
    `Cannot drain past ${quote(name)}: it is ${reason}: ${state}`,
    {
      help: "it is kept as it is. Look at it; to go on without it: " +
        `lnk-tool queue set-aside ${named} --home DIR --yes`,
      details: { name, reason, state, path: join(folder, name) },
    },
  );
}
