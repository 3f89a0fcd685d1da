// Copyright 2026 the lnk authors. MIT license.

/**
 * Making a ledger.
 *
 * @module
 */

import {
  durableWrite,
  type Host,
  lookAtPrivate,
  makePrivateFolder,
  removeStaleTemps,
  settle,
  withLock,
} from "../disk.ts";
import { requireName } from "../names.ts";
import { unusable } from "./fault.ts";
import { ledgerFile } from "./file.ts";
import { encodeState } from "./format.ts";
import { emptyHistory, historyPath } from "./history.ts";
import type { LedgerState } from "./types.ts";

/** Whose ledger it is. */
export interface Ownership {
  /** The agent's immutable id. */
  readonly agent: string;
  /** Who answers for it. */
  readonly owner: string;
}

/**
 * Makes a ledger, or finds the one that was made for the same agent and owner.
 *
 * Choose a folder outside everything that the agent's runtime can reach.
 *
 * @param host The disk, and how time passes.
 * @param folder Where; made with mode 0700 if it is absent, its parent stands.
 * @param ownership The agent's id and its owner.
 * @param options The most milliseconds to wait for the lock.
 * @returns The agent and the owner.
 * @throws {LnkError} `name/malformed`, `ledger/foreign` (another's ledger is
 *   there), `ledger/authority-missing` (a history is there without its
 *   ledger), `ledger/corrupt`, `ledger/version`, `disk/locked`, and those of
 *   private files and durable writes.
 */
export async function createLedger(
  host: Host,
  folder: string,
  { agent, owner }: Ownership,
  options: { readonly wait?: number } = {},
): Promise<Ownership> {
  requireName("agent", agent);
  requireName("owner", owner);
  makePrivateFolder(host.disk, folder);
  return await withLock(host, folder, options, async () => {
    const file = ledgerFile(host, folder, { agent, owner });
    if (lookAtPrivate(host.disk, file.path)) {
      await file.load();
      settle(host.disk, file.path);
      return { agent, owner };
    }
    const history = historyPath(folder);
    if (lookAtPrivate(host.disk, history)) throw orphaned(history);
    removeStaleTemps(host.disk, folder);
    const bytes = await encodeState(
      await firstState({ agent, owner }),
      file.path,
    );
    durableWrite(host, file.path, bytes, { expectAbsent: true });
    return { agent, owner };
  });
}

async function firstState(
  { agent, owner }: Ownership,
): Promise<LedgerState> {
  return {
    agent,
    owner,
    generation: 0,
    start: null,
    attempt: null,
    spent: [],
    ended: [],
    last_id: "",
    history: await emptyHistory(agent, owner),
    sessions: [],
    requests: [],
  };
}

function orphaned(history: string) {
  return unusable(
    "ledger/authority-missing",
    history,
    "the authority.json beside it is missing",
  );
}
