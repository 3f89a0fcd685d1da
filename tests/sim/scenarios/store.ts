// Copyright 2026 the lnk authors. MIT license.

/**
 * The store: logs, files, leases.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { durableAppend, type Host, isTemp } from "../../../lib/disk.ts";
import { LnkError } from "../../../lib/errors.ts";
import { fileStore } from "../../../lib/store/files.ts";
import { MISSING, type Store } from "../../../lib/store/interface.ts";
import type { Journal, Scenario } from "../scenario.ts";

const MAIN = "link:main";
const LOG = "/ada/chats/main.jsonl";
const encode = (text: string) => new TextEncoder().encode(text);

async function using<T>(
  host: Host,
  act: (store: Store) => Promise<T>,
): Promise<T> {
  const binding = { agent: "ada", owner: "eve" };
  using store = fileStore(host, "/ada", binding, { index: "memory" });
  return await act(store);
}

function setup({ disk }: Host): void {
  disk.mkdir("/ada");
}

function record(item: string): string {
  const source = `{"adapter":"a","session":"s","record":"${item}"}`;
  return `{"text":"${item}","source":${source}}`;
}

/** Appends in order what is not acknowledged yet, as a caller that lost an answer does. */
async function appendAll(host: Host, journal: Journal): Promise<void> {
  await using(host, async (store) => {
    for (const item of ["1", "2"]) {
      if (journal.acknowledged.includes(item)) continue;
      journal.begin(item);
      const seq = await store.last(MAIN) + 1;
      await store.append(MAIN, record(item), seq);
      journal.acknowledge(item);
    }
  });
}

async function checkLog(host: Host, { acknowledged, begun }: Journal) {
  const { records } = await using(host, (store) => store.read(MAIN));
  const items = records.map(({ raw }) => JSON.parse(raw).text as string);
  assertEquals(new Set(items).size, items.length, "no record stands twice");
  for (const item of items) assert(begun.includes(item), `${item} is new`);
  for (const item of acknowledged) {
    assert(items.includes(item), `${item} is lost`);
  }
  records.forEach(({ seq, raw }, i) => {
    assertEquals(seq, i + 1);
    assertEquals(raw, `{"seq":${seq},${record(items[i]!).slice(1)}`);
  });
}

/** The first records of a log, and folders before them. */
const append: Scenario = {
  name: "records appended",
  setup,
  run: appendAll,
  recover: appendAll,
  check: checkLog,
};

/** Writes that take a few bytes each, so that a line has holes. */
const appendShort: Scenario = {
  ...append,
  name: "records appended in short writes",
  mostBytes: 24,
  setup: async (host) => {
    setup(host);
    await using(host, (store) => store.append(MAIN, '{"text":"0"}', 1));
  },
  check: async (host, journal) => {
    const { records } = await using(host, (store) => store.read(MAIN));
    const items = records.map(({ raw }) => JSON.parse(raw).text as string);
    assertEquals(items[0], "0", "what stood before is there");
    assertEquals(new Set(items).size, items.length, "no record stands twice");
    for (const item of journal.acknowledged) {
      assert(items.includes(item), `${item} is lost`);
    }
  },
};

const TORN = '{"seq":2,"text":"torn';

/** An interrupted append is cut off, and its bytes stand somewhere all the time. */
const torn: Scenario = {
  name: "an interrupted append cut off",
  setup: async (host) => {
    setup(host);
    await using(host, (store) => store.append(MAIN, '{"text":"0"}', 1));
    using log = host.disk.openWrite(LOG);
    durableAppend(log, encode(TORN));
  },
  run: appendNext,
  recover: appendNext,
  check: async (host, { acknowledged }) => {
    const { records } = await using(host, (store) => store.read(MAIN));
    assertEquals(records[0]?.raw, '{"seq":1,"text":"0"}');
    const whole = records.some(({ raw }) => raw === '{"seq":2,"text":"next"}');
    assert(whole || acknowledged.length === 0, "the record is lost");
    const kept = host.disk.list("/ada/chats")
      .map((name) => host.disk.read(`/ada/chats/${name}`, 4096))
      .some((bytes) => new TextDecoder().decode(bytes).endsWith(TORN));
    assert(kept, "the interrupted append is lost");
  },
};

async function appendNext(host: Host, journal: Journal): Promise<void> {
  if (journal.acknowledged.length > 0) return;
  await using(host, async (store) => {
    if (await store.last(MAIN) === 1) {
      journal.begin("next");
      await store.append(MAIN, '{"text":"next"}', 2);
    }
    journal.acknowledge("next");
  });
}

const NOTES = "memory/notes.md";

/** Notes replaced by compare-and-swap: never older than what was acknowledged. */
const swap: Scenario = {
  name: "notes replaced by version",
  setup,
  run: replaceNotes,
  recover: replaceNotes,
  check: async (host, { begun, acknowledged }) => {
    const found = await notes(host);
    const least = Number(acknowledged.at(-1) ?? 0);
    assert(found >= least, `state ${found}, acknowledged ${least}`);
    assert(found <= Number(begun.at(-1) ?? 0), `state ${found} is new`);
  },
};

async function notes(host: Host): Promise<number> {
  const file = await using(host, (store) => store.fileRead(NOTES));
  return file ? Number(new TextDecoder().decode(file.content)) : 0;
}

async function replaceNotes(host: Host, journal: Journal): Promise<void> {
  await using(host, async (store) => {
    for (let step = await notes(host) + 1; step <= 3; step++) {
      const file = await store.fileRead(NOTES);
      journal.begin(String(step));
      await store.fileWrite(NOTES, encode(`${step}`), file?.version ?? 0n);
      journal.acknowledge(String(step));
    }
  });
}

/** Documents removed: none comes back, also none whose removal was found done. */
const remove: Scenario = {
  name: "documents removed by version",
  setup: async (host) => {
    setup(host);
    await using(host, async (store) => {
      for (const name of ["1", "2"]) {
        await store.fileWrite(document(name), encode(name), 0n);
      }
    });
  },
  run: removeAll,
  recover: removeAll,
  check: async (host, { acknowledged }) => {
    const files = await using(host, (store) => store.fileList("memory"));
    for (const name of acknowledged) {
      const stands = files.some(({ path }) => path === document(name));
      assert(!stands, `${name} came back`);
    }
  },
};

function document(name: string): string {
  return `memory/portable/${name}.json`;
}

async function removeAll(host: Host, journal: Journal): Promise<void> {
  await using(host, async (store) => {
    for (const name of ["1", "2"]) {
      if (journal.acknowledged.includes(name)) continue;
      const file = await store.fileRead(document(name));
      if (file) await store.fileDelete(document(name), file.version);
      else await isGone(store, document(name));
      journal.acknowledge(name);
    }
  });
}

/** Who lost the answer asks again, and takes the conflict for the answer; or makes sure that nothing is there. */
async function isGone(store: Store, path: string): Promise<void> {
  if (path === document("2")) return await store.fileDelete(path, MISSING);
  const error = await assertRejects(() => store.fileDelete(path, 1n), LnkError);
  assertEquals(error.details.version, MISSING);
}

/** A lease that was given is held, and one that was given back is not. */
const lease: Scenario = {
  name: "a lease taken and given back",
  setup,
  run: takeAndRelease,
  recover: ({ disk }) => {
    disk.lstat("/ada");
  },
  check: async (host, { begun, acknowledged }) => {
    if (acknowledged.at(-1) === "taken" && !begun.includes("released")) {
      const error = await assertRejects(
        () => using(host, (s) => s.leaseAcquire("x", "b", 1000)),
        LnkError,
      );
      assertEquals(error.details.holder, "a");
    }
    if (acknowledged.includes("released")) {
      const file = "/ada/.lnk/store/leases/x.json";
      assertEquals(host.disk.lstat(file), undefined, "it is held again");
    }
  },
};

async function takeAndRelease(host: Host, journal: Journal): Promise<void> {
  await using(host, async (store) => {
    journal.begin("taken");
    await store.leaseAcquire("x", "a", 60_000);
    journal.acknowledge("taken");
    journal.begin("released");
    await store.leaseRelease("x", "a");
    journal.acknowledge("released");
  });
}

/** What dead writers left is gone after the next write in the same folder. */
const leftovers: Scenario = {
  name: "leftovers of dead writers removed",
  setup,
  run: (host, journal) => writeEverywhere(host, journal),
  recover: (host, journal) => writeEverywhere(host, journal),
  check: ({ disk }, { acknowledged }) => {
    if (acknowledged.length === 0) return;
    const folders = ["chats", "home/memory", ".lnk/store/leases"];
    const left = folders.flatMap((name) => disk.list(`/ada/${name}`))
      .filter(isTemp);
    assertEquals(left, []);
  },
};

/** The log is a new one each time, since only making one leaves anything. */
async function writeEverywhere(host: Host, journal: Journal): Promise<void> {
  if (journal.acknowledged.length > 0) return;
  await using(host, async (store) => {
    const standing = await store.fileRead(NOTES);
    const text = standing ? `${standing.version}` : "first";
    const log = `link:t${standing?.version ?? 0n}`.slice(0, 20);
    await store.fileWrite(NOTES, encode(text), standing?.version ?? 0n);
    if (await store.last(log) === 0) await store.append(log, "{}", 1);
    else await store.append(`${log}b`, "{}", await store.last(`${log}b`) + 1);
    await store.leaseAcquire("x", "a", 1000);
    journal.acknowledge("all");
  });
}

/** All of them. */
export const STORE_SCENARIOS: readonly Scenario[] = [
  append,
  appendShort,
  torn,
  swap,
  remove,
  lease,
  leftovers,
];
