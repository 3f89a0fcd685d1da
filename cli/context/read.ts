// Copyright 2026 the lnk authors. MIT license.

import { cursorFields } from "../../lib/context/cursor.ts";
import { contextMarkdown } from "../../lib/context/markdown.ts";
import { readContext, type Snapshot } from "../../lib/context/read.ts";
import { LnkError } from "../../lib/errors.ts";
import type { StoredMemory } from "../../lib/memory/get.ts";
import { MISSING } from "../../lib/store/interface.ts";
import { inert, quote } from "../../lib/text.ts";
import { chosenFormat } from "../check.ts";
import type { Context } from "../context.ts";
import { reportError } from "../failure.ts";
import { memoryFields } from "../memory/fields.ts";
import { jsonDocument } from "../report/json.ts";
import { paint } from "../report/paint.ts";
import { openStoreFor } from "../store_flags.ts";
import type { ReadFlags } from "./flags.ts";
import { transcript } from "./transcript.ts";

/** Runs `lnk-tool context read`. */
export default async function contextRead(
  this: Context,
  flags: ReadFlags,
): Promise<void> {
  const format = chosenFormat(flags);
  try {
    await printContext(this, flags);
  } catch (error) {
    if (format !== "json") throw error;
    this.process.exitCode = await reportError(this, error, true);
  }
}

/**
 * Reads and prints what the flags ask for.
 *
 * @param context The command's `this`.
 * @param flags The command's flags.
 */
export async function printContext(
  context: Context,
  flags: ReadFlags,
): Promise<void> {
  const format = chosenFormat(flags);
  const { out, err } = context.io;
  const snapshot = await snapshotFor(context, flags);
  if (format === "json") return out.write(snapshotJson(snapshot));
  out.write(
    format === "markdown"
      ? contextMarkdown(snapshot)
      : transcript(snapshot, paint(out.colour)),
  );
  for (const { problem } of snapshot.documents) {
    if (problem) err.write(`warning: ${inert(problem)}\n`);
  }
  for (const [path, version] of snapshot.cursor.files) {
    if (version === MISSING) err.write(`warning: there is no ${path}\n`);
  }
}

async function snapshotFor(
  context: Context,
  flags: ReadFlags,
): Promise<Snapshot> {
  const { thread, agent, owner, after, last } = flags;
  const memory = memoryOf(flags);
  using store = await openStoreFor(context, flags);
  return await readContext(store, {
    binding: { agent, owner },
    thread,
    memory,
    ...(after !== undefined && { after }),
    ...(last !== undefined && { newest: last }),
  });
}

function memoryOf(
  { memory, allMemory }: ReadFlags,
): readonly string[] | "all" {
  if (memory !== undefined && allMemory) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      "--memory and --all-memory are given together",
    );
  }
  const ids = memory?.split(",") ?? [];
  if (ids.includes("")) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      `--memory ${quote(memory!)} has an empty id`,
    );
  }
  return allMemory ? "all" : ids;
}

function snapshotJson(snapshot: Snapshot): string {
  const { thread, throughSeq, records, events, others, documents, cursor } =
    snapshot;
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return jsonDocument({
    thread,
    through_seq: throughSeq,
    records: records.map(({ seq, raw }) => ({
      seq,
      raw,
      event: bySeq.get(seq),
    })),
    others,
    memory: documents.map((stored: StoredMemory) => memoryFields(stored)),
    cursor: cursorFields(cursor),
  });
}
