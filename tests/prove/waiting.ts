// Copyright 2026 the lnk authors. MIT license.

/**
 * Batches that wait, as the proofs see them: drained, or set aside.
 *
 * @module
 */

import type { Broken, StorageCommand } from "../../tools/prove/command.ts";
import { recordText } from "../queue/captures.ts";
import type { Sync } from "../sim/controls.ts";
import { logLine, namesIn, wholeLogLines } from "./content.ts";
import { BATCHES, capturesOf, HOMES, itemsOf, makeHomes } from "./homes.ts";
import { acknowledgedIn, workerArgv } from "./process.ts";

/** The name of a batch's file. */
function fileOf(batch: number): string {
  return `${String(batch).padStart(20, "0")}.batch`;
}

const ALL = HOMES.flatMap((home) =>
  BATCHES.map((batch) => ({ home, batch, items: itemsOf(home, batch) }))
);

/** Each batch is whole in its queue until all of it is in the log, which holds the records once and in their order. */
function checkDrain(folder: string, told: readonly string[]): Broken {
  const lines = wholeLogLines(`${folder}/agent/chats/main.jsonl`);
  const expected = ALL.flatMap(({ items }) => items).map((item, i) => ({
    item,
    line: logLine(item, i + 1),
  }));
  const stored = expected.filter(({ line }, i) => lines[i] === line)
    .map(({ item }) => item);
  const waiting = ALL.filter(({ home, batch }) =>
    namesIn(capturesOf(folder, home)).includes(fileOf(batch))
  );
  const whole = waiting.filter(({ home, batch, items }) => {
    const path = `${capturesOf(folder, home)}/${fileOf(batch)}`;
    const [, ...records] = wholeLogLines(path);
    return records.join() === items.map((item) => recordText(item)).join();
  });
  const queued = whole.flatMap(({ items }) => items);
  return {
    lost: expected.map(({ item }) => item).filter((item) =>
      !stored.includes(item) && (told.includes(item) || !queued.includes(item))
    ),
    doubled: [
      ...lines.filter((line, i) => lines.indexOf(line) !== i),
      ...waiting.flatMap(({ items }) => items)
        .filter((item) => told.includes(item)),
    ],
    damaged: [
      ...lines.filter((line, i) => expected[i]?.line !== line),
      ...waiting.filter((one) => !whole.includes(one))
        .map(({ home, batch }) => `${home}/${batch}`),
    ],
  };
}

/** What every entry was before, beside the homes. */
function originalOf(folder: string, home: number, batch: number): string {
  return `${folder}/before/${home}-${batch}`;
}

async function withOriginals(folder: string): Promise<void> {
  await makeHomes(folder);
  Deno.mkdirSync(`${folder}/before`);
  for (const { home, batch } of ALL) {
    const path = `${capturesOf(folder, home)}/${fileOf(batch)}`;
    Deno.copyFileSync(path, originalOf(folder, home, batch));
  }
}

/** Each entry is in one of the two places, byte for byte, and no queue may give a number again. */
function checkSetAside(folder: string, told: readonly string[]): Broken {
  const lost: string[] = [], doubled: string[] = [], damaged: string[] = [];
  for (const { home, batch } of ALL) {
    const item = `${home}/${batch}`;
    const captures = capturesOf(folder, home);
    const [queued, aside] = [captures, `${captures}.set-aside`].map((place) =>
      namesIn(place).includes(fileOf(batch)) && `${place}/${fileOf(batch)}`
    );
    const path = aside || queued;
    const before = Deno.readTextFileSync(originalOf(folder, home, batch));
    if (!path || told.includes(item) && !aside) lost.push(item);
    else if (Deno.readTextFileSync(path) !== before) damaged.push(item);
    if (queued && aside) doubled.push(item);
  }
  for (const home of HOMES) {
    const kept = namesIn(capturesOf(folder, home))
      .some((name) => parseInt(name, 10) >= BATCHES.at(-1)!);
    if (!kept) damaged.push(`the number of home ${home}`);
  }
  return { lost, doubled, damaged };
}

type Deed = Pick<StorageCommand, "setup" | "check" | "removes" | "room">;

const DEEDS: Readonly<Record<"drain" | "set-aside", Deed>> = {
  // The batches that wait: a page each.
  drain: { setup: makeHomes, check: checkDrain, room: 4 * ALL.length },
  "set-aside": { setup: withOriginals, check: checkSetAside, removes: true },
};

function command(name: keyof typeof DEEDS, sync?: Sync): StorageCommand {
  const called = `queue ${name}`;
  return {
    ...DEEDS[name],
    name: sync === undefined ? called : `${called} without sync of ${sync}`,
    argv: (folder, step) =>
      workerArgv("queue_worker.ts", [name, folder, step], sync),
    acknowledged: acknowledgedIn,
  };
}

/** Draining alone, and setting aside. */
export const WAITING_COMMANDS: readonly StorageCommand[] = [
  command("drain"),
  command("set-aside"),
];

/** The same with one sync left out: a power cut must show it. */
export const WAITING_CONTROLS: readonly StorageCommand[] = [
  command("drain", "file"),
  command("drain", "folder"),
  command("set-aside", "folder after a rename"),
];
