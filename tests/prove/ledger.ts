// Copyright 2026 the lnk authors. MIT license.

/**
 * The ledger as a storage command.
 *
 * @module
 */

import { realDisk } from "../../lib/disk.ts";
import { createLedger, openLedger } from "../../lib/ledger.ts";
import type { StorageCommand } from "../../tools/prove/command.ts";
import { bytesOf, hostOn } from "../support/ledger.ts";
import { acknowledgedIn, workerArgv } from "./process.ts";

/** What both files hold of each turn: `t1` -> `claimed`. */
function statuses(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const state = JSON.parse(Deno.readTextFileSync(`${folder}/q/authority.json`));
  const lines = state.history.records === 0
    ? []
    : Deno.readTextFileSync(`${folder}/q/history.jsonl`).split("\n")
      .slice(0, state.history.records).map((line) => JSON.parse(line).request);
  for (const { attempt, status } of [...lines, ...state.requests]) {
    found.set(attempt, status);
  }
  return found;
}

/** A turn a step, handed out at most once. */
export const LEDGER_TURN: StorageCommand = {
  name: "ledger turn",
  argv: (folder, step) => workerArgv("ledger_worker.ts", [folder, step]),
  async setup(folder) {
    const host = hostOn(realDisk(folder));
    await createLedger(host, "q", { agent: "ada", owner: "acme" });
    const ledger = openLedger(host, "q");
    await ledger.start({ secret: bytesOf("the secret of the start") });
    await ledger.session("link:main");
  },
  acknowledged: acknowledgedIn,
  check(folder, told) {
    const held = statuses(folder);
    return {
      lost: told.filter((item) => held.get(item) !== "claimed"),
      doubled: told.filter((item, i) => told.indexOf(item) !== i),
      damaged: [],
    };
  },
};
