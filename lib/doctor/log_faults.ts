// Copyright 2026 the lnk authors. MIT license.

/**
 * What is told of one log, and what to do about it.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { shellPath } from "../shell.ts";
import { logOf } from "../store/paths.ts";
import { quote } from "../text.ts";
import type { Seen } from "./check.ts";
import type { IndexState } from "./log_index.ts";
import type { Look } from "./look.ts";
import type { LogFacts } from "./read_log.ts";
import { MOST_SOURCES } from "./sources.ts";

/** A log that was read. */
export interface ReadLog {
  /** The conversation. */
  readonly name: string;
  /** What reading it found. */
  readonly facts: LogFacts;
  /** How its index stands to it. */
  readonly index: IndexState;
  /** Up to which byte it was confirmed before it was read. */
  readonly confirmed: number;
}

/** A log, as its faults are told. */
interface Told extends ReadLog {
  readonly path: string;
  readonly shown: string;
  /** A command about the conversation. */
  command(words: string): string;
}

/**
 * What is told of a log.
 *
 * @param look Its folder, and names for commands.
 * @param log The log.
 * @returns Its faults; none where all is well.
 */
export function logFaults(
  { root, names: { agent, owner } }: Pick<Look, "root" | "names">,
  log: ReadLog,
): Seen[] {
  const relative = logOf(log.name);
  const store = `--store ${shellPath(`file:${root}`)}`;
  const told = {
    ...log,
    path: join(root, relative),
    shown: quote(relative),
    command: (words: string) =>
      `lnk-tool ${words} --thread link:${log.name} ${store} ` +
      `--agent ${agent} --owner ${owner}`,
  };
  return [badLine, endOf, repeated, unsearched, indexOf]
    .flatMap((tell) => tell(told) ?? []);
}

function badLine({ facts, path, shown, command }: Told): Seen | undefined {
  const { bad, badCount } = facts;
  if (!bad) return undefined;
  const { line, at, why } = bad;
  const more = badCount > 1 ? `; ${badCount - 1} more bad lines` : "";
  return {
    ...{ status: "error", code: "store/corrupt-log", path },
    message: `${shown}: line ${line} at byte ${at} ${why}${more}`,
    help: `look at it: sed -n ${line}p ${shellPath(path)}; see what can be ` +
      `read: ${command("context log --skip-corrupt")}`,
  };
}

/** Confirmed records that are cut off, or an append that was interrupted. */
function endOf(log: Told): Seen | undefined {
  const { facts: { bad, end, torn, lines }, path, shown, confirmed } = log;
  if (!bad && end < confirmed) {
    return {
      ...{ status: "error", code: "doctor/log-gone", path },
      message: `${shown}: its whole lines end at byte ${end}, and were ` +
        `confirmed up to byte ${confirmed}`,
      help: "put the log back from a copy; if it was cut on purpose: rm -r " +
        shellPath(log.index.folder),
    };
  }
  if (torn === 0) return undefined;
  const next = bad
    ? "nothing is appended before the log is mended"
    : "nothing to do: the next append keeps a copy beside the log, cuts them " +
      "off and goes on";
  return {
    ...{ status: "warning", code: "doctor/interrupted", path },
    message:
      `${shown}: ${torn} bytes of an append that was interrupted after ` +
      `record ${lines}`,
    help: `${next}; to see them: tail -c ${torn} ${shellPath(path)}`,
  };
}

function repeated({ facts, path, shown }: Told): Seen | undefined {
  const { repeated, repeatedCount } = facts;
  if (!repeated) return undefined;
  const [first, again] = [repeated.first.seq, repeated.again.seq];
  const more = repeatedCount > 1 ? `; ${repeatedCount - 1} more` : "";
  return {
    ...{ status: "warning", code: "doctor/repeated-source", path },
    message:
      `${shown}: record ${again} has the source of record ${first}${more}`,
    help: `compare them: sed -n '${first}p;${again}p' ${shellPath(path)}`,
  };
}

function unsearched({ facts, path, shown }: Told): Seen | undefined {
  if (facts.unsearched === undefined) return undefined;
  return {
    ...{ status: "warning", code: "doctor/not-all", path },
    message: `${shown}: sources were compared up to record ${
      facts.unsearched - 1
    }; at most ${MOST_SOURCES} are`,
    help: "nothing to do: the store compares all of them when it appends",
  };
}

function indexOf({ index, shown, command }: Told): Seen | undefined {
  const { state, folder: path, why } = index;
  if (state === "closed") {
    const message = `the index of ${shown} was not looked at`;
    return { status: "skipped", path, message };
  }
  if (state === "matches" || state === "none") return undefined;
  if (state === "in use") {
    const message = `the index of ${shown}: in use, or left by a process ` +
      "that was killed; its next use checks it";
    return { status: "skipped", path, message };
  }
  return {
    ...{ status: "warning", code: "doctor/index", path },
    message: `the index of ${shown} ${why}: it is made anew at its next use`,
    help: `nothing to do, or now: ${command("context read --last 1")}`,
  };
}
