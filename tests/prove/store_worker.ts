// Copyright 2026 the lnk authors. MIT license.

/**
 * A small program on an agent's store, for the proofs.
 *
 * store_worker.ts put|rm|append FOLDER STEP [--without SYNC]
 *
 * @module
 */

import { append } from "../../lib/context.ts";
import { LnkError } from "../../lib/errors.ts";
import { MISSING, type Store } from "../../lib/store/interface.ts";
import { openStore } from "../../lib/store/open.ts";
import { OURS, recordText } from "../queue/captures.ts";
import { content, logItems, logLine } from "./content.ts";
import { acknowledge, ending, workerHost } from "./process.ts";

const [name, folder, given, , sync] = Deno.args;
const step = Number(given);
const NOTES = "memory/notes.md";
const THREAD = "link:main";

function document(step: number): string {
  return `memory/portable/${step}.json`;
}

/** Who names another version than the one there must be refused. */
async function refused(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const conflict = error instanceof LnkError &&
      error.code === "store/version-conflict";
    if (conflict) return;
    throw error;
  }
  acknowledge("wrong: a change of another version was taken");
}

/** Replaces the notes, and makes a document. */
async function put(store: Store): Promise<void> {
  const before = (await store.fileRead(NOTES))?.version ?? MISSING;
  await store.fileWrite(NOTES, content(`${step}1`), before);
  acknowledge(`${step}1`);
  await refused(() => store.fileWrite(NOTES, content("other"), before));
  await store.fileWrite(document(step), content(`${step}2`), MISSING);
  acknowledge(`${step}2`);
}

/** Removes this step's document and, where it was cut off, the one of the step before. */
async function remove(store: Store): Promise<void> {
  for (const one of [step - 1, step].filter((one) => one > 0)) {
    const version = (await store.fileRead(document(one)))?.version ?? MISSING;
    await refused(() => store.fileDelete(document(one), version + 1n));
    await store.fileDelete(document(one), version);
    acknowledge(String(one));
  }
}

/** The same commands again as in all steps before, then two of its own. */
async function appendAll(store: Store): Promise<void> {
  await compare(store, 0);
  for (const item of logItems(step)) {
    const outgoing = { thread: THREAD, record: recordText(item) };
    const { seq } = await append(store, outgoing);
    acknowledge(`${item} ${seq}`);
  }
  await compare(store, 2 * step);
}

/** What the index leads to must be the first records of all, and at least so many. */
async function compare(store: Store, least: number): Promise<void> {
  const last = await store.last(THREAD);
  const { records } = await store.read(THREAD);
  if (last !== records.length || last < least) {
    acknowledge(`wrong: ${last} is the last, and ${records.length} are read`);
  }
  const items = logItems(step);
  for (const { seq, raw } of records) {
    if (raw === logLine(items[seq - 1]!, seq)) continue;
    acknowledge(`wrong: ${raw} is read at ${seq}`);
  }
}

const DEEDS: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  ...{ put, rm: remove, append: appendAll },
};

await ending(async () => {
  const host = workerHost(folder!, sync);
  using store = await openStore(`file:${folder}/agent`, OURS, { host });
  await DEEDS[name!]!(store);
});
