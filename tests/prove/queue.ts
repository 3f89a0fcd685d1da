// Copyright 2026 the lnk authors. MIT license.

/**
 * The capture queue as the proofs see it: what was acknowledged is in the
 * queue or in storage, whole and in its order.
 *
 * @module
 */

import type { Broken, StorageCommand } from "../../tools/prove/command.ts";
import { recordText } from "../queue/captures.ts";
import type { Sync } from "../sim/controls.ts";
import { namesIn, wholeLogLines } from "./content.ts";
import { acknowledgedIn, workerArgv } from "./process.ts";

function itemOf(line: string): string {
  return JSON.parse(line).source.record;
}

function check(folder: string, told: readonly string[]): Broken {
  const captures = `${folder}/home/.lnk/agent-context/captures`;
  const batches = namesIn(captures).filter((name) => name.endsWith(".batch"));
  const waiting = batches.map((name) => {
    const [header, ...records] = wholeLogLines(`${captures}/${name}`);
    return { name, count: JSON.parse(header ?? "{}").count, records };
  });
  const log = wholeLogLines(`${folder}/agent/chats/main.jsonl`)
    .map((line) => line.replace(/^\{"seq":\d+,/, "{"));
  const queued = waiting.flatMap(({ records }) => records);
  const all = [...log, ...queued].filter((line) =>
    line === recordText(itemOf(line))
  );
  const steps = log.map((line) => Number(itemOf(line).slice(0, -1)));
  const items = log.map(itemOf);
  return {
    lost: told.filter((item) => !all.includes(recordText(item))),
    doubled: items.filter((item, i) => items.indexOf(item) !== i),
    damaged: [
      ...waiting.filter(({ count, records }) => count !== records.length)
        .map(({ name }) => name),
      ...steps.every((step, i) => i === 0 || step >= steps[i - 1]!)
        ? []
        : ["the order"],
    ],
  };
}

function command(name: "admit" | "capture", sync?: Sync): StorageCommand {
  const called = `queue ${name}`;
  return {
    name: sync === undefined ? called : `${called} without sync of ${sync}`,
    argv: (folder, step) =>
      workerArgv("queue_worker.ts", [name, folder, step], sync),
    setup: (folder) => {
      for (const part of ["home", "agent"]) {
        Deno.mkdirSync(`${folder}/${part}`, { mode: 0o700 });
      }
    },
    acknowledged: acknowledgedIn,
    check,
  };
}

/** Admitting, and capturing: which also drains. */
export const QUEUE_COMMANDS: readonly StorageCommand[] = [
  command("admit"),
  command("capture"),
];

/** The same with one sync left out: a power cut must show it. */
export const QUEUE_CONTROLS: readonly StorageCommand[] = [
  command("admit", "file"),
  command("admit", "folder"),
];
