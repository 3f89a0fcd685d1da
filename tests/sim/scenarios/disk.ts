// Copyright 2026 the lnk authors. MIT license.

/**
 * The durable changes of lib/disk.ts.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  type Disk,
  durableAppend,
  durableMove,
  durableRemove,
  durableWrite,
  type Host,
  isTemp,
  makePrivateFolder,
  openPrivate,
  readPrivate,
  removeStaleTemps,
  settle,
  withLock,
} from "../../../lib/disk.ts";
import type { Journal, Scenario } from "../scenario.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** The text of a private file, or `undefined`. */
function text(disk: Disk, path: string): string | undefined {
  const bytes = readPrivate(disk, path, 1024);
  return bytes && decode(bytes);
}

/** What stands in a folder, without unfinished files. */
function names(disk: Disk, folder: string): string[] {
  return disk.list(folder).filter((name) => !isTemp(name));
}

async function clean(host: Host): Promise<void> {
  await withLock(host, "q", {}, () => {
    removeStaleTemps(host.disk, "q");
    assertEquals(host.disk.list("q").filter(isTemp), [], "no temp is left");
  });
}

/** New files, each whole or absent. */
const create: Scenario = {
  name: "new files",
  mostBytes: 2,
  setup: ({ disk }) => makePrivateFolder(disk, "q"),
  run: async (host, journal) => {
    await withLock(host, "q", {}, () => {
      for (const name of ["1", "2", "3"]) {
        journal.begin(name);
        durableWrite(host, `q/${name}`, encode(`content ${name}`), {
          expectAbsent: true,
        });
        journal.acknowledge(name);
      }
    });
  },
  recover: clean,
  check: ({ disk }, { begun, acknowledged }) => {
    for (const name of acknowledged) {
      assertEquals(text(disk, `q/${name}`), `content ${name}`);
    }
    for (const name of names(disk, "q")) {
      assert(begun.includes(name), `${name} was never begun`);
      assertEquals(text(disk, `q/${name}`), `content ${name}`);
    }
  },
};

/** One file replaced again and again: never older than what was acknowledged. */
const replace: Scenario = {
  name: "a file replaced",
  mostBytes: 3,
  setup: (host) => {
    makePrivateFolder(host.disk, "q");
    durableWrite(host, "q/ledger", encode("state 0 end"));
  },
  run: async (host, journal) => {
    await withLock(host, "q", {}, () => {
      for (let step = 1; step <= 4; step++) {
        journal.begin(String(step));
        durableWrite(host, "q/ledger", encode(`state ${step} end`));
        journal.acknowledge(String(step));
      }
    });
  },
  recover: clean,
  check: ({ disk }, { begun, acknowledged }) => {
    const found = /^state (\d) end$/.exec(text(disk, "q/ledger") ?? "")?.[1];
    const least = Number(acknowledged.at(-1) ?? 0);
    const most = Number(begun.at(-1) ?? 0);
    assert(found !== undefined, "the file is whole");
    assert(Number(found) >= least, `state ${found}, acknowledged ${least}`);
    assert(Number(found) <= most, `state ${found}, begun ${most}`);
  },
};

/** Confirmed entries removed: none comes back. */
const remove: Scenario = {
  name: "files removed",
  setup: (host) => {
    makePrivateFolder(host.disk, "q");
    for (const name of ["1", "2", "3", "4"]) {
      durableWrite(host, `q/${name}`, encode(name));
    }
  },
  run: ({ disk }, journal) => {
    for (const name of ["1", "2", "3", "4"]) {
      journal.begin(name);
      durableRemove(disk, `q/${name}`);
      journal.acknowledge(name);
    }
  },
  recover: clean,
  check: ({ disk }, { begun, acknowledged }) => {
    const left = names(disk, "q");
    for (const name of acknowledged) {
      assert(!left.includes(name), `${name} came back`);
    }
    for (const name of ["1", "2", "3", "4"]) {
      const whole = text(disk, `q/${name}`) === name;
      assert(whole || begun.includes(name), `${name} is gone`);
    }
  },
};

/** The very first run: folders, then a file in them. */
const firstRun: Scenario = {
  name: "folders and a first file",
  mostBytes: 3,
  run: firstFile,
  // Only where nothing was promised: else a loss would be made good unseen.
  recover: (host, journal) => {
    if (journal.acknowledged.length === 0) firstFile(host, journal);
  },
  check: ({ disk }, { acknowledged }) => {
    if (acknowledged.length > 0) {
      assertEquals(text(disk, "a/b/first"), "first content");
    }
  },
};

function firstFile(host: Host, journal: Journal): void {
  makePrivateFolder(host.disk, "a");
  makePrivateFolder(host.disk, "a/b");
  journal.begin("first");
  if (text(host.disk, "a/b/first") === undefined) {
    durableWrite(host, "a/b/first", encode("first content"));
  }
  settle(host.disk, "a/b/first");
  journal.acknowledge("first");
}

/** A log whose lines carry a sum; recovery cuts off what is not whole. */
const append: Scenario = {
  name: "lines appended",
  mostBytes: 3,
  setup: (host) => {
    makePrivateFolder(host.disk, "q");
    durableWrite(host, "q/log", encode(line("0")));
  },
  run: (host, journal) => {
    using log = openPrivate(host.disk, "q/log", "write")!;
    for (const item of ["1", "2", "3"]) {
      journal.begin(item);
      durableAppend(log, encode(line(item)));
      journal.acknowledge(item);
    }
  },
  recover: (host, journal) => {
    using log = openPrivate(host.disk, "q/log", "write")!;
    const whole = wholeLines(text(host.disk, "q/log")!).map(line).join("");
    if (log.entry().size > whole.length) {
      log.truncate(whole.length);
      log.sync();
    }
    // What is found may not be on the medium: synced before it is told.
    settle(host.disk, "q/log");
    const next = String(wholeLines(whole).length);
    journal.begin(next);
    durableAppend(log, encode(line(next)));
    journal.acknowledge(next);
  },
  check: ({ disk }, { acknowledged }) => {
    const found = text(disk, "q/log")!;
    const items = wholeLines(found);
    assertEquals(found, items.map(line).join(""), "no broken line stands");
    assertEquals(items, items.map((_, i) => String(i)), "in order, once");
    for (const item of acknowledged) {
      assert(items.includes(item), `${item} is lost`);
    }
  },
};

function line(item: string): string {
  return `item=${item} sum=${item}\n`;
}

function wholeLines(log: string): string[] {
  const items: string[] = [];
  for (const part of log.split(/(?<=\n)/)) {
    const item = /^item=(\d+) sum=\1\n$/.exec(part)?.[1];
    if (item === undefined) break;
    items.push(item);
  }
  return items;
}

/** An entry set aside: it stands in one of two folders, never in none. */
const move: Scenario = {
  name: "a file moved to another folder",
  setup: (host) => {
    makePrivateFolder(host.disk, "q");
    makePrivateFolder(host.disk, "aside");
    for (const name of ["1", "2"]) {
      durableWrite(host, `q/${name}`, encode(name));
    }
  },
  run: ({ disk }, journal) => {
    for (const name of ["1", "2"]) {
      journal.begin(name);
      durableMove(disk, `q/${name}`, `aside/${name}`);
      journal.acknowledge(name);
    }
  },
  recover: clean,
  check: ({ disk }, { acknowledged }) => {
    for (const name of ["1", "2"]) {
      const places = ["q", "aside"].filter((folder) =>
        text(disk, `${folder}/${name}`) === name
      );
      assertEquals(places.length, 1, `${name} stands once`);
      if (acknowledged.includes(name)) assertEquals(places, ["aside"]);
    }
  },
};

/** Acknowledging what is found, as a repeated request does. */
const found: Scenario = {
  name: "what is found is acknowledged",
  setup: ({ disk }) => makePrivateFolder(disk, "q"),
  run: (host, journal) => {
    journal.begin("key");
    durableWrite(host, "q/key", encode("answer"));
    journal.acknowledge("key");
  },
  recover: ({ disk }, journal) => {
    if (text(disk, "q/key") === undefined) return;
    settle(disk, "q/key");
    journal.acknowledge("key");
  },
  check: ({ disk }, { acknowledged }) => {
    if (acknowledged.length > 0) {
      assertEquals(text(disk, "q/key"), "answer");
    }
  },
};

/** All of them. */
export const DISK_SCENARIOS: readonly Scenario[] = [
  create,
  replace,
  remove,
  firstRun,
  append,
  move,
  found,
];
