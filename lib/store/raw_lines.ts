// Copyright 2026 the lnk authors. MIT license.

/**
 * The lines of a log as they stand, also where the log is corrupt: for people
 * who mend it, and for archives.
 *
 * @module
 */

import { type Disk, openWithin } from "../disk.ts";
import { conversationOf } from "../names.ts";
import { linesFrom } from "./log_lines.ts";
import { logOf } from "./paths.ts";
import { readLine } from "./record.ts";

/** A line of a log. */
export interface LogLine {
  /** Its number, from 1: the sequence that it must have. */
  readonly line: number;
  /** The byte where it starts. */
  readonly offset: number;
  /** Its bytes, without the newline. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Why it is no record of that sequence, in words; `undefined` if it is one. */
  readonly fault: string | undefined;
}

/**
 * Reads every line of a conversation's log in an agent's folder, whatever is
 * in it. It takes no lock and makes no index.
 *
 * @example Usage
 * ```ts
 * import { logLines, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * await Deno.mkdir(`${folder}/chats`);
 * await Deno.writeTextFile(`${folder}/chats/main.jsonl`, '{"seq":1}\nhuh\n');
 * const faults = Array.from(
 *   logLines(realDisk("/"), folder, "link:main"),
 *   ({ fault }) => fault,
 * );
 * assertEquals(faults, [undefined, "is not a JSON object"]);
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param disk Where.
 * @param root The agent's folder.
 * @param thread Such as `link:main`.
 * @returns The lines in order; none where there is no log.
 * @throws {LnkError} `name/thread`, `disk/link`, `disk/wrong-kind`,
 *   `disk/many-names`, `disk/denied`, `disk/failed`.
 */
export function* logLines(
  disk: Disk,
  root: string,
  thread: string,
): Generator<LogLine> {
  const relative = logOf(conversationOf(thread));
  using file = openWithin(disk, root, relative, "read");
  if (!file) return;
  let line = 0;
  for (const { at, bytes, ended } of linesFrom(file, 0)) {
    line++;
    const read = ended ? readLine(bytes, line) : "does not end with a newline";
    const fault = typeof read === "string" ? read : undefined;
    yield { line, offset: at, bytes: bytes.slice(), fault };
  }
}
