// Copyright 2026 the lnk authors. MIT license.

/**
 * A small program on the durable changes of lib/disk.ts, for the proofs: each
 * step makes up to three changes and acknowledges each on a line of its own.
 *
 * worker.ts create|replace|remove|append|first FOLDER STEP [--without SYNC]
 *
 * @module
 */

import {
  durableAppend,
  durableRemove,
  durableWrite,
  type Host,
  makePrivateFolder,
  openPrivate,
  readWhole,
  removeStaleTemps,
  settle,
  withLock,
} from "../../lib/disk.ts";
import { content, line, wholeLines } from "./content.ts";
import { acknowledge, ending, workerHost } from "./process.ts";

/** One step: makes its changes and acknowledges each. */
type Deed = (host: Host, step: number) => void;

/** The three items of a step. */
function items(step: number): string[] {
  return [1, 2, 3].map((part) => String(10 * step + part));
}

const DEEDS: Readonly<Record<string, Deed>> = {
  create: (host, step) => {
    for (const item of items(step)) {
      durableWrite(host, `q/${item}`, content(item), { expectAbsent: true });
      acknowledge(item);
    }
  },
  replace: (host, step) => {
    for (const item of items(step)) {
      durableWrite(host, "q/ledger", content(item));
      acknowledge(item);
    }
  },
  remove: ({ disk }, step) => {
    for (const item of items(step)) {
      durableRemove(disk, `q/${item}`);
      acknowledge(item);
    }
  },
  append: ({ disk }, step) => {
    using log = openPrivate(disk, "q/log", "write")!;
    const found = new TextDecoder().decode(readWhole(log, 1 << 20));
    const whole = wholeLines(found).map(line).join("");
    if (whole.length < found.length) {
      log.truncate(whole.length);
      log.sync();
    }
    for (const item of items(step)) {
      durableAppend(log, new TextEncoder().encode(line(item)));
      acknowledge(item);
    }
  },
  first: (host, step) => {
    const folder = `q/${step}`;
    makePrivateFolder(host.disk, folder);
    const [item] = items(step);
    durableWrite(host, `${folder}/${item}`, content(item!));
    settle(host.disk, `${folder}/${item}`);
    acknowledge(item!);
  },
};

const [name, folder, step, , sync] = Deno.args;
const host = workerHost(folder!, sync);

await ending(() =>
  withLock(host, "q", {}, () => {
    removeStaleTemps(host.disk, "q");
    DEEDS[name!]!(host, Number(step));
  })
);
