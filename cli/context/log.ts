// Copyright 2026 the lnk authors. MIT license.

import {
  rangeOf,
  recordsOf,
  SNAPSHOT_LIMIT,
  tooLarge,
} from "../../lib/context/read.ts";
import {
  type BadLine,
  salvage,
  type Salvaged,
} from "../../lib/context/salvage.ts";
import { LnkError } from "../../lib/errors.ts";
import type { LogRecord } from "../../lib/store/interface.ts";
import { inert, quote } from "../../lib/text.ts";
import type { Context } from "../context.ts";
import { jsonDocument } from "../report/json.ts";
import { openStoreFor } from "../store_flags.ts";
import type { LogFlags } from "./flags.ts";

/** Text is handed on in pieces of so many characters. */
const PIECE = 256 * 1024;

/** Runs `lnk-tool context log`: the stored lines, one page in memory. */
export default async function contextLog(
  this: Context,
  flags: LogFlags,
): Promise<void> {
  const bad: BadLine[] = [];
  const records = flags.skipCorrupt
    ? salvaged(this, flags, bad)
    : stored(this, flags);
  if (!flags.json) return await printLines(this, records);
  const all: LogRecord[] = [];
  let size = 0;
  for await (const record of records) {
    size += record.raw.length;
    if (size > SNAPSHOT_LIMIT) throw tooLarge(flags.thread);
    all.push(record);
  }
  const { thread } = flags;
  const skipped = flags.skipCorrupt ? { skipped: bad } : {};
  this.io.out.write(jsonDocument({ thread, records: all, ...skipped }));
}

async function printLines(
  { io: { out } }: Context,
  records: AsyncIterable<LogRecord>,
): Promise<void> {
  let piece = "";
  for await (const { raw } of records) {
    // On a terminal nothing in a record may move the cursor.
    piece += `${out.terminal ? inert(raw) : raw}\n`;
    if (piece.length < PIECE) continue;
    out.write(piece);
    piece = "";
    // Whoever wanted the first lines only has gone.
    if (out.closed) return;
  }
  out.write(piece);
}

async function* stored(
  context: Context,
  flags: LogFlags,
): AsyncGenerator<LogRecord> {
  using store = await openStoreFor(context, flags);
  const through = await store.last(flags.thread);
  const { after } = rangeOf(chosen(flags), through);
  yield* recordsOf(store, flags.thread, { after, through });
}

function chosen({ after, last }: LogFlags) {
  return {
    ...(after !== undefined && { after }),
    ...(last !== undefined && { newest: last }),
  };
}

/** What is left of a damaged log; its bad lines go to standard error as they come. */
async function* salvaged(
  context: Context,
  flags: LogFlags,
  bad: BadLine[],
): AsyncGenerator<LogRecord> {
  const { store, thread, after = 0, last } = flags;
  const root = requireFolder(store);
  const lines = () => salvage(context.disk, root, thread);
  const skip = last === undefined ? 0 : Math.max(0, good(lines()) - last);
  let seen = 0;
  for (const line of lines()) {
    if (line.bad) {
      bad.push(line.bad);
      if (!flags.json) context.io.err.write(warning(line.bad));
    } else if (++seen > skip && line.record.seq > after) yield line.record;
  }
}

function good(lines: Iterable<Salvaged>): number {
  let count = 0;
  for (const { record } of lines) if (record) count++;
  return count;
}

function warning({ line, offset, state }: BadLine): string {
  return `warning: line ${line} at byte ${offset} ${state}\n`;
}

function requireFolder(store: string): string {
  if (store.startsWith("file:")) return store.slice("file:".length);
  throw new LnkError(
    "usage",
    "context/salvage",
    `Cannot skip corrupt lines in ${quote(store)}: it is not file:DIR`,
  );
}
