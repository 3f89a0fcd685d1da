// Copyright 2026 the lnk authors. MIT license.

/** The queue's state for a person who was woken by it. */

import type { Queue, QueueState } from "../../lib/queue.ts";
import { nextFor } from "../../lib/queue/bad.ts";
import { shellPath } from "../../lib/shell.ts";
import { inert } from "../../lib/text.ts";
import { type Paint, paint } from "../report/paint.ts";
import { ago, bar, counted, grouped, moment, sized } from "../measures.ts";
import { badLines } from "./open.ts";

/** How and when it is shown. */
export interface View {
  /** The home as it was given. */
  readonly home: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether a person watches: bars are drawn. */
  readonly terminal: boolean;
  /** Whether in colour. */
  readonly colour: boolean;
}

/** Lines with their newlines. */
export function statusText(
  { folder }: Queue,
  state: QueueState,
  view: View,
): string {
  const mark = paint(view.colour);
  const lines = [
    ["queue", inert(folder)],
    ["waiting", waiting(state, view)],
    ...owners(state).map((owner) => ["for", owner]),
    ["batches", fullness(state.entries, state.limits.batches, grouped, view)],
    ["bytes", fullness(state.bytes, state.limits.bytes, sized, view)],
    ...wrong(state, mark),
    ["next", next(state, { ...view, folder })],
  ];
  return lines.map(([label, text]) => {
    const column = mark.bold(label!.padEnd(8));
    return `${label === "bad" ? mark.red(column) : column}  ${text}\n`;
  }).join("");
}

function waiting({ batches, records }: QueueState, { now }: View): string {
  const [first] = batches;
  if (!first) return "nothing";
  const { admitted } = first;
  return `${counted(batches.length, "batch", "batches")}, ` +
    `${counted(records, "record")}, the first since ${moment(admitted)} ` +
    `(${ago(now - admitted)})`;
}

/** Every agent and owner that batches wait for. */
function owners({ batches }: QueueState): string[] {
  const counts = new Map<string, number>();
  for (const { agent, owner } of batches) {
    const who = `${agent} of ${owner}`;
    counts.set(who, (counts.get(who) ?? 0) + 1);
  }
  if (counts.size < 2) return [...counts.keys()];
  return Array.from(
    counts,
    ([who, count]) => `${who}: ${counted(count, "batch", "batches")}`,
  );
}

function fullness(
  used: number,
  most: number,
  words: (count: number) => string,
  { terminal }: View,
): string {
  const text = `${words(used)} of ${words(most)}`;
  return terminal ? `${bar(used, most, 30)}  ${text}` : text;
}

function wrong({ bad, clean }: QueueState, mark: Paint): string[][] {
  const lines = badLines(bad).map((line) => ["bad", mark.red(line)]);
  if (clean || bad.length > 0) return lines;
  const text = "batches of more than one agent or owner: give --agent and " +
    "--owner to see which are foreign";
  return [["bad", mark.red(text)]];
}

function next(
  { bad, batches, clean, made }: QueueState,
  { home, folder }: View & { readonly folder: string },
): string {
  const at = `--home ${shellPath(home)}`;
  const [first] = bad;
  if (first) return nextFor(first, { folder, home });
  const [batch] = batches;
  if (!made) return `nothing to do: nothing was ever captured in ${at}`;
  if (!batch) return "nothing to do";
  if (!clean) return `lnk-tool queue list ${at}`;
  const { agent, owner } = batch;
  return `lnk-tool queue drain ${at} --agent ${agent} --owner ${owner} ` +
    "--store ADDRESS";
}
