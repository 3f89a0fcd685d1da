// Copyright 2026 the lnk authors. MIT license.

/**
 * Reads a whole log as it stands: every line, every source, and what an
 * interrupted append left. Takes no lock and keeps no line.
 *
 * @module
 */

import type { Host, OpenFile } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { type Line, linesFrom } from "../store/log_lines.ts";
import { LONGEST_LINE, readLine } from "../store/record.ts";
import { isInterrupted, type Progress, tooLong } from "../store/scan.ts";
import { sourceTable, type Spot } from "./sources.ts";

/** What reading a log found. */
export interface LogFacts {
  /** Whole lines, bad ones too. */
  lines: number;
  /** Where the whole lines end. */
  end: number;
  /** The first line that is no record of its place, and how many there are. */
  bad?: { readonly line: number; readonly at: number; readonly why: string };
  /** How many lines are no records of their place. */
  badCount: number;
  /** The first source that stands twice. */
  repeated?: { readonly first: Spot; readonly again: Spot };
  /** How many records have a source that stood before. */
  repeatedCount: number;
  /** From which record on sources were not kept any more. */
  unsearched?: number;
  /** The bytes of an interrupted append behind the whole lines. */
  torn: number;
}

/** Bytes between two pauses, in which signals get their turn. */
const PAUSE = 4 * 1024 * 1024;
/** How often the end of a log is looked at again, where another process may be writing it. */
const TRIES = 3;
/** How long to wait before that, in milliseconds. */
const MOMENT = 100;
/** Bytes read where one line is wanted. */
const ONE_LINE = 4096;

/**
 * Reads a log.
 *
 * @param host How time passes, and randomness.
 * @param file The open log.
 * @param progress Told how far it is.
 * @returns What was found.
 * @throws {LnkError} `disk/failed`.
 */
export async function readLog(
  host: Pick<Host, "random" | "sleep">,
  file: OpenFile,
  progress: Progress | undefined,
): Promise<LogFacts> {
  const facts = { lines: 0, end: 0, badCount: 0, repeatedCount: 0, torn: 0 };
  const [seed] = new Uint32Array(host.random(4).buffer);
  const read = reader(file, facts, seed!);
  for (let tries = 0; tries <= TRIES; tries++) {
    let pause = facts.end + PAUSE;
    const before = sizeOf(file);
    for (const line of linesFrom(file, facts.end)) {
      const found = read(line);
      if (found === "endless") return facts;
      if (found === "torn") break;
      if (facts.end < pause) continue;
      pause = facts.end + PAUSE;
      progress?.(facts.end, before);
      await host.sleep(0);
    }
    progress?.(before, before);
    facts.torn = Math.max(0, sizeOf(file) - facts.end);
    if (facts.torn === 0) break;
    // What is behind the last newline may be on its way.
    await host.sleep(MOMENT);
    if (sizeOf(file) === before) break;
  }
  return facts;
}

function sizeOf(file: OpenFile): number {
  return attempt("look at", file.path, () => file.entry().size);
}

/** What a line is: one of the log, what an interrupted append left, or one that no line of a log ends. */
type Kind = "line" | "torn" | "endless";

/** Takes one line after the other. */
function reader(
  file: OpenFile,
  facts: LogFacts,
  seed: number,
): (line: Line) => Kind {
  const table = sourceTable(seed);
  const log = { file, path: file.path };
  const bad = (line: Line, why: string) => {
    facts.badCount++;
    facts.bad ??= { line: facts.lines + 1, at: line.at, why };
  };
  const keep = (source: string, spot: Spot) => {
    if (facts.unsearched !== undefined) return;
    const found = table.keep(source, spot, (at) => hasSource(file, at, source));
    if (found === "full") facts.unsearched = spot.seq;
    else if (found) {
      facts.repeatedCount++;
      facts.repeated ??= { first: found, again: spot };
    }
  };
  return (line) => {
    const { at, bytes, ended } = line;
    if (!ended && bytes.length <= LONGEST_LINE) return "torn";
    const seq = facts.lines + 1;
    const read = ended ? readLine(bytes, seq) : tooLong(log, line);
    if (typeof read === "string") {
      if (ended && isInterrupted(line, sizeOf(file))) return "torn";
      bad(line, read);
      if (!ended) return "endless";
    } else if (read.source !== undefined) keep(read.source, { seq, at });
    facts.lines++;
    facts.end = at + bytes.length + 1;
    return "line";
  };
}

function hasSource(file: OpenFile, { at, seq }: Spot, source: string): boolean {
  const [line] = linesFrom(file, at, ONE_LINE);
  const read = line?.ended ? readLine(line.bytes, seq) : "is gone";
  return typeof read !== "string" && read.source === source;
}
