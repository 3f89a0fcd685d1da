// Copyright 2026 the lnk authors. MIT license.

import { EXIT, LnkError } from "../../lib/errors.ts";
import { type QueueState, scanQueue } from "../../lib/queue.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import type { StatusFlags } from "./flags.ts";
import { badFields, bindingOf, queueOf } from "./open.ts";
import { statusText } from "./status_text.ts";

/** Runs `lnk-tool queue status`: exit 0 if nothing is wrong, 1 if something is. */
export default async function status(
  this: Context,
  flags: StatusFlags,
): Promise<void> {
  const binding = bindingOf(flags);
  const queue = queueOf(this, flags);
  const look = async () => {
    const state = await scanQueue(queue, binding);
    const { now, out: { terminal, colour } } = this.io;
    const view = { home: flags.home, now: now(), terminal, colour };
    this.process.exitCode = state.clean ? EXIT.ok : EXIT.no;
    return { state, text: statusText(queue, state, view) };
  };
  if (flags.watch) return await watch(this, flags, look);
  const { state, text } = await look();
  answer(this, flags, fields(state), text);
}

const EVERY = 1000;

/** Draws over itself until it is ended. */
async function watch(
  { io }: Context,
  flags: StatusFlags,
  look: () => Promise<{ readonly text: string }>,
): Promise<void> {
  if (flags.json || !io.out.terminal) throw noWatcher();
  let over = false;
  const stopped = io.stopped().then(() => {
    over = true;
  });
  io.out.write("\x1b[2J");
  while (!over && !io.out.closed) {
    const { text } = await look();
    // Each line is cut off at its end, and what stood below is cleared.
    io.out.write(`\x1b[H${text.replaceAll("\n", "\x1b[K\n")}\x1b[J`);
    await Promise.race([stopped, io.sleep(EVERY)]);
  }
}

function fields(state: QueueState): Record<string, unknown> {
  const { entries, records, bytes, limits, bad, clean, batches, made } = state;
  return {
    batches: entries,
    records,
    bytes,
    limits,
    oldest: batches[0] && new Date(batches[0].admitted).toISOString(),
    bad: badFields(bad),
    clean,
    made,
  };
}

function noWatcher(): LnkError {
  return new LnkError(
    "usage",
    "queue/no-watcher",
    "Cannot watch the queue: standard output is no terminal",
  );
}
