// Copyright 2026 the lnk authors. MIT license.

/**
 * The store's files and conversations as the proofs see them.
 *
 * @module
 */

import { fileStore } from "../../lib/store/files.ts";
import type { Broken, StorageCommand } from "../../tools/prove/command.ts";
import { OURS } from "../queue/captures.ts";
import type { Sync } from "../sim/controls.ts";
import {
  content,
  found,
  logItems,
  logLine,
  namesIn,
  wholeLogLines,
} from "./content.ts";
import { acknowledgedIn, workerArgv, workerHost } from "./process.ts";

/** More steps than any proof takes. */
const ALL_STEPS = Array.from({ length: 14 }, (_, i) => i + 1);

/** What the small program says it saw. */
function wrong(told: readonly string[]): string[] {
  return told.filter((item) => item.startsWith("wrong"));
}

function documents(folder: string): string {
  return `${folder}/agent/home/memory/portable`;
}

/** Documents that are neither whole nor those of their name. */
function damagedIn(folder: string, itemOf: (step: number) => string) {
  return namesIn(documents(folder)).filter((name) =>
    !name.endsWith(".tmp") &&
    found(`${documents(folder)}/${name}`) !== itemOf(parseInt(name))
  );
}

/** The notes are those acknowledged last, or those that the step after them writes; a new document is there. */
function checkPut(folder: string, told: readonly string[]): Broken {
  const notes = found(`${folder}/agent/home/memory/notes.md`);
  const [mine, made] = ["1", "2"].map((part) =>
    told.filter((item) => item.endsWith(part)).map((item) => parseInt(item))
  ) as [number[], number[]];
  const last = Math.max(0, ...mine.map((item) => Math.trunc(item / 10)));
  const allowed = [last, last + 1].map((step) => `${step}1`);
  const isLost = notes === undefined ? last > 0 : Number(notes) < 10 * last + 1;
  return {
    lost: [
      ...isLost ? [`notes ${last}`] : [],
      ...made.filter((item) =>
        found(`${documents(folder)}/${Math.trunc(item / 10)}.json`) !==
          String(item)
      ).map(String),
    ],
    doubled: [],
    damaged: [
      ...notes === undefined || allowed.includes(notes) ? [] : ["notes"],
      ...damagedIn(folder, (step) => `${step}2`),
      ...wrong(told),
    ],
  };
}

/** A document that was removed stays away, and no other goes. */
function checkRemove(folder: string, told: readonly string[]): Broken {
  const standing = namesIn(documents(folder)).map((name) => parseInt(name));
  const last = Math.max(0, ...told.map(Number).filter((item) => item > 0));
  return {
    // The one after the last may be on its way.
    lost: ALL_STEPS.filter((step) =>
      step > last + 1 && !standing.includes(step)
    ).map(String),
    doubled: told.filter((item) => standing.includes(Number(item))),
    damaged: [...damagedIn(folder, String), ...wrong(told)],
  };
}

/** The log holds the first records of those that are appended, in their order; what was acknowledged stands at its sequence. */
function checkAppend(folder: string, told: readonly string[]): Broken {
  const lines = wholeLogLines(`${folder}/agent/chats/main.jsonl`);
  const expected = logItems(ALL_STEPS.length);
  const items = lines.map((text) => /"text":"(\w+)"/.exec(text)?.[1] ?? text);
  return {
    lost: told.filter((item) => {
      const [record = "", seq] = item.split(" ");
      return !wrong([item]).length &&
        lines[Number(seq) - 1] !== logLine(record, Number(seq));
    }),
    doubled: items.filter((item, i) => items.indexOf(item) !== i),
    damaged: [
      ...items.filter((_, i) => lines[i] !== logLine(expected[i]!, i + 1)),
      ...wrong(told),
    ],
  };
}

function setup(folder: string): void {
  Deno.mkdirSync(`${folder}/agent`, { mode: 0o700 });
}

async function withDocuments(folder: string): Promise<void> {
  setup(folder);
  using store = fileStore(workerHost(folder), `${folder}/agent`, OURS);
  for (const step of ALL_STEPS) {
    const path = `memory/portable/${step}.json`;
    await store.fileWrite(path, content(String(step)), 0n);
  }
}

/** What is different from command to command. */
type Deed = Pick<StorageCommand, "setup" | "check" | "removes">;

const DEEDS: Readonly<Record<"put" | "rm" | "append", Deed>> = {
  put: { setup, check: checkPut },
  rm: { setup: withDocuments, check: checkRemove, removes: true },
  append: { setup, check: checkAppend },
};

function command(
  called: string,
  name: keyof typeof DEEDS,
  sync?: Sync,
): StorageCommand {
  return {
    ...DEEDS[name],
    name: sync === undefined ? called : `${called} without sync of ${sync}`,
    argv: (folder, step) =>
      workerArgv("store_worker.ts", [name, folder, step], sync),
    acknowledged: acknowledgedIn,
  };
}

/** Files by compare-and-swap, and conversations. What changes memory is a put. */
export const STORE_COMMANDS: readonly StorageCommand[] = [
  command("store put", "put"),
  command("store rm", "rm"),
  command("context append", "append"),
];

/** The same with one sync left out: a power cut must show it. */
export const STORE_CONTROLS: readonly StorageCommand[] = [
  command("store put", "put", "file"),
  command("store put", "put", "folder"),
  command("store rm", "rm", "folder after a removal"),
  command("context append", "append", "file"),
];
