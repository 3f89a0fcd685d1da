// Copyright 2026 the lnk authors. MIT license.

import { EXIT } from "../../lib/errors.ts";
import { type Batch, scanQueue } from "../../lib/queue.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { LookFlags } from "./flags.ts";
import { counted, moment, sized } from "../measures.ts";
import { badFields, badLines, bindingOf, queueOf } from "./open.ts";

/** Runs `lnk-tool queue list`: what waits and what is bad, in order. */
export default async function list(
  this: Context,
  flags: LookFlags,
): Promise<void> {
  const binding = bindingOf(flags);
  const state = await scanQueue(queueOf(this, flags), binding);
  const { batches, bad } = state;
  const owners = new Set(batches.map(whose));
  const rows = batches.map((batch) =>
    owners.size < 2 ? cells(batch) : [...cells(batch), whose(batch)]
  );
  const lines = [...table(rows), ...badLines(bad)];
  if (owners.size > 1) lines.push(`of ${owners.size} agents or owners: ${ONE}`);
  answer(
    this,
    flags,
    { batches: batches.map(batchFields), bad: badFields(bad) },
    lines.map((line) => `${line}\n`).join(""),
  );
  if (!state.clean) this.process.exitCode = EXIT.no;
}

/** A batch as members of a document. */
export function batchFields(batch: Batch): Record<string, unknown> {
  const { agent, owner, thread, adapter, session, count, size } = batch;
  return {
    batch: batch.batch,
    agent,
    owner,
    thread,
    adapter,
    session,
    records: count,
    bytes: size,
    admitted: new Date(batch.admitted).toISOString(),
  };
}

const ONE = "drain each with its own --agent and --owner, the others set aside";

function whose({ agent, owner }: Batch): string {
  return `${agent} of ${owner}`;
}

function cells(batch: Batch): string[] {
  const { thread, adapter, session, count, size, admitted } = batch;
  return [
    String(batch.batch),
    moment(admitted),
    counted(count, "record"),
    sized(size),
    thread,
    inert(`${adapter}/${session}`),
  ];
}

function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]!.length))
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 || column === 2 || column === 3
        ? cell.padStart(widths[column]!)
        : cell.padEnd(widths[column]!)
    ).join("  ").trimEnd()
  );
}
