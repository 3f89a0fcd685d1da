// Copyright 2026 the lnk authors. MIT license.

/**
 * An open ledger: steps under its lock, and requests on their way into the
 * history.
 *
 * @module
 */

import { type Host, requirePrivateFolder, settle, withLock } from "../disk.ts";
import type { Step } from "./attempt_steps.ts";
import type { LedgerOptions } from "./calls.ts";
import type { LedgerFile } from "./file.ts";
import { AUTHORITY_LIMIT } from "./format.ts";
import { appendHistory, findArchived } from "./history.ts";
import { find } from "./request_steps.ts";
import type { LedgerRequest, LedgerState } from "./types.ts";

/** A ledger that is open. */
export interface Opened {
  /** The machine. */
  readonly host: Host;
  /** The ledger's folder. */
  readonly folder: string;
  /** Whose it must be, and how long to wait. */
  readonly options: LedgerOptions;
  /** Its authority.json. */
  readonly file: LedgerFile;
}

type Make<T> = (state: LedgerState) => Step<T> | Promise<Step<T>>;

/**
 * Runs a step under the lock; what it changed, or found, is on the medium when
 * it returns.
 *
 * @param opened The ledger.
 * @param make The step.
 * @param limit The most bytes that authority.json may have after it.
 * @returns What the step answers.
 */
export async function commit<T>(
  { host, folder, options, file }: Opened,
  make: Make<T>,
  limit = AUTHORITY_LIMIT,
): Promise<T> {
  requirePrivateFolder(host.disk, folder);
  const { wait } = options;
  const lock = wait === undefined ? {} : { wait };
  return await withLock(host, folder, lock, async () => {
    const before = await file.load();
    const { state, answer } = await make(before);
    // Its writer may have died between showing it and syncing it.
    if (state === before) settle(host.disk, file.path);
    else await file.commit(state, limit);
    return answer;
  });
}

/**
 * A request of the history, which is only searched where authority.json has no
 * such request.
 *
 * @param opened The ledger.
 * @param state What authority.json holds.
 * @param id The request's id.
 * @returns The request as it was archived, or `undefined`.
 */
export function past(
  { host, folder }: Opened,
  state: LedgerState,
  id: string,
): LedgerRequest | undefined {
  if (find(state, id)) return undefined;
  return findArchived(host.disk, folder, state.history, id);
}

/**
 * Writes requests to the history for good; only then may authority.json let
 * go of them.
 *
 * @param opened The ledger, locked.
 * @param state What authority.json holds.
 * @param chosen Which ones.
 * @returns What it may hold from now on.
 */
export async function letGo(
  { host, folder }: Opened,
  state: LedgerState,
  chosen: readonly LedgerRequest[],
): Promise<LedgerState> {
  if (chosen.length === 0) return state;
  const history = await appendHistory(host, folder, state, chosen);
  const gone = new Set(chosen.map(({ request }) => request));
  const requests = state.requests.filter(({ request }) => !gone.has(request));
  return { ...state, history, requests };
}
