// Copyright 2026 the lnk authors. MIT license.

/**
 * The capture queue: what is acknowledged is in the queue or in storage, once
 * and in its order, and no number is given twice.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Host } from "../../../lib/disk.ts";
import { makePrivateFolder } from "../../../lib/disk.ts";
import {
  admitBatch,
  drainQueue,
  openQueue,
  type Queue,
  scanQueue,
  setAside,
  showBatch,
} from "../../../lib/queue.ts";
import { capture, OURS, recordText } from "../../queue/captures.ts";
import type { Journal, Scenario } from "../scenario.ts";
import { logOn, storeOn } from "./queue_store.ts";

const HOME = "home";

function setup({ disk }: Host): void {
  makePrivateFolder(disk, HOME);
  makePrivateFolder(disk, "store");
}

async function withBatches(host: Host): Promise<void> {
  setup(host);
  const queue = openQueue(host, HOME);
  for (const item of ["1", "2", "3"]) {
    await admitBatch(queue, capture([`${item}a`, `${item}b`]));
  }
}

/** Admits one batch of two records; the journal says its number too. */
async function admit(
  queue: Queue,
  item: string,
  journal: Journal,
): Promise<void> {
  journal.begin(item);
  const { batch } = await admitBatch(queue, capture([`${item}a`, `${item}b`]));
  journal.acknowledge(`${batch} ${item}`);
}

/** What the next start admits has a number that nobody was told before. */
async function admitNext(
  host: Host,
  { acknowledged }: Journal,
): Promise<void> {
  const { batch } = await admitBatch(openQueue(host, HOME), capture(["next"]));
  for (const [number] of numbered(acknowledged)) {
    assert(batch > Number(number), `number ${batch} is given again`);
  }
}

async function drain(host: Host, loses = false): Promise<void> {
  await drainQueue(openQueue(host, HOME), {
    store: storeOn(host, { loses }),
    binding: OURS,
  });
}

/** The records that wait, in order; nothing may be bad. */
async function waiting(host: Host): Promise<string[]> {
  const queue = openQueue(host, HOME);
  const { batches, bad } = await scanQueue(queue, OURS);
  assertEquals(bad, []);
  const texts: string[] = [];
  for (const { batch } of batches) {
    texts.push(...(await showBatch(queue, String(batch))).records);
  }
  return texts;
}

function numbered(acknowledged: readonly string[]): (readonly string[])[] {
  return acknowledged.map((one) => one.split(" "));
}

/** Batches admitted: each whole or absent, and each number once. */
const admissions: Scenario = {
  name: "queue: batches admitted",
  setup,
  run: async (host, journal) => {
    const queue = openQueue(host, HOME);
    for (const item of ["1", "2", "3"]) await admit(queue, item, journal);
  },
  recover: admitNext,
  check: async (host, { acknowledged }) => {
    const found = await waiting(host);
    const numbers = numbered(acknowledged).map(([number]) => number);
    assertEquals(new Set(numbers).size, numbers.length, `numbers ${numbers}`);
    const wanted = numbered(acknowledged)
      .flatMap(([, item]) => [recordText(`${item}a`), recordText(`${item}b`)]);
    assertEquals(
      found.filter((text) => wanted.includes(text)),
      wanted,
      "each acknowledged record waits, in order",
    );
  },
};

function drained(loses: boolean): Scenario {
  return {
    name: `queue: batches drained${loses ? ", answers lost" : ""}`,
    setup: withBatches,
    run: (host) => drain(host, loses),
    recover: (host) => drain(host),
    check: async (host) => {
      const items = ["1a", "1b", "2a", "2b", "3a", "3b"];
      assertEquals(
        logOn(host),
        items.map((item) => recordText(item)),
        "once, and in order",
      );
      assertEquals(await waiting(host), []);
    },
  };
}

/** The queue emptied again and again, while the clock runs backwards. */
const numbers: Scenario = {
  name: "queue: numbers after all are gone",
  setup,
  run: async (host, journal) => {
    const back = { ...host, now: () => -host.now() };
    for (const items of [["1", "2"], ["3"]]) {
      for (const item of items) {
        await admit(openQueue(back, HOME), item, journal);
      }
      await drain(back);
    }
  },
  recover: async (host, journal) => {
    await drain(host);
    await admitNext(host, journal);
  },
  check: async (host, { acknowledged }) => {
    const told = numbered(acknowledged).map(([number]) => Number(number));
    assertEquals(told, told.toSorted((a, b) => a - b), "numbers grow");
    assertEquals(new Set(told).size, told.length, `numbers ${told} repeat`);
    const all = [...logOn(host), ...await waiting(host)];
    for (const [, item] of numbered(acknowledged)) {
      const times = all.filter((text) => text === recordText(`${item}a`));
      assert(times.length >= 1, `${item} is lost`);
    }
    assertEquals(new Set(logOn(host)).size, logOn(host).length, "stored once");
  },
};

/** Entries set aside, the last one too: each stands in one place, and its number is kept. */
const aside: Scenario = {
  name: "queue: batches set aside",
  setup: withBatches,
  run: async (host, journal) => {
    const queue = openQueue(host, HOME);
    for (const item of ["1", "3", "2"]) {
      journal.begin(item);
      await setAside(queue, item);
      journal.acknowledge(item);
    }
  },
  recover: async (host) => {
    const { batch } = await admitBatch(openQueue(host, HOME), capture(["new"]));
    assert(batch > 3, `number ${batch} is given again`);
  },
  check: ({ disk }, { acknowledged }) => {
    const folder = `${HOME}/.lnk/agent-context`;
    const places = [`${folder}/captures`, `${folder}/captures.set-aside`];
    for (const item of ["1", "2", "3"]) {
      const name = `${item.padStart(20, "0")}.batch`;
      const found = places.filter((place) => disk.lstat(`${place}/${name}`));
      assertEquals(found.length, 1, `${item} stands once`);
      if (acknowledged.includes(item)) assertEquals(found, [places[1]]);
    }
  },
};

/** All of them. */
export const QUEUE_SCENARIOS: readonly Scenario[] = [
  admissions,
  drained(false),
  drained(true),
  numbers,
  aside,
];
