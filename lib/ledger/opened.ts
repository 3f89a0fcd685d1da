// Copyright 2026 the lnk authors. MIT license.

/**
 * An open ledger: steps under its lock, and requests on their way into the
 * history.
 *
 * @module
 */

import {
  type Host,
  isTemp,
  openPrivate,
  removeStaleTemps,
  requirePrivateFolder,
  settle,
  withLock,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import type { Step } from "./attempt_steps.ts";
import type { LedgerOptions } from "./calls.ts";
import type { LedgerFile } from "./file.ts";
import { REMEMBERED } from "./form.ts";
import { AUTHORITY_LIMIT } from "./format.ts";
import {
  appendHistory,
  HISTORY,
  type HistoryEntry,
  historyPath,
  requireUnreferred,
} from "./history.ts";
import { findArchived, type Memory, type Named, recalled } from "./past.ts";
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
  /** What was read of its history. */
  readonly memory: Memory;
}

/** What a step may fill, and whom it is about. */
export interface StepOptions extends Named {
  /** The most bytes that authority.json may have after it. */
  readonly limit?: number;
}

type Make<T> = (state: LedgerState) => Step<T> | Promise<Step<T>>;

/**
 * Runs a step under the lock; what it changed, or found, is on the medium when
 * it returns. What dead writers left is removed before it.
 *
 * @param opened The ledger.
 * @param make The step.
 * @param limits What it may fill, and the name it is about.
 * @returns What the step answers.
 */
export async function commit<T>(
  opened: Opened,
  make: Make<T>,
  { limit = AUTHORITY_LIMIT, ...named }: StepOptions = {},
): Promise<T> {
  const { host, folder, options, file } = opened;
  requirePrivateFolder(host.disk, folder);
  const { wait } = options;
  const lock = wait === undefined ? {} : { wait };
  return await withLock(host, folder, lock, async () => {
    const stored = await file.load();
    // One look for both: asking for a missing history by name costs more.
    const names = attempt("list", folder, () => host.disk.list(folder));
    if (names.includes(HISTORY)) requireNewest(opened, stored);
    if (names.some(isTemp)) removeStaleTemps(host.disk, folder);
    const before = await view(opened, stored, named);
    const { state, answer } = await make(before);
    // Its writer may have died between showing it and syncing it.
    if (state === before) settle(host.disk, file.path);
    else await file.commit(state, limit);
    return answer;
  });
}

/**
 * Refuses an authority.json that an earlier one was put back as: the history
 * goes on, and knows more.
 */
function requireNewest({ host, folder }: Opened, state: LedgerState): void {
  const path = historyPath(folder);
  const entry = attempt("look at", path, () => host.disk.lstat(path));
  if (!entry || entry.size <= state.history.bytes) return;
  using file = openPrivate(host.disk, path, "read");
  if (file) requireUnreferred(file, state);
}

/**
 * A ledger with what its history knows of a name.
 *
 * @param opened The ledger.
 * @param state What authority.json holds.
 * @param named The name.
 * @returns The very same state where nothing is added.
 */
export function view(
  { host, folder, memory }: Opened,
  state: LedgerState,
  named: Named,
): Promise<LedgerState> {
  return recalled({ disk: host.disk, folder, memory }, state, named);
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
export async function past(
  { host, folder }: Opened,
  state: LedgerState,
  id: string,
): Promise<LedgerRequest | undefined> {
  if (find(state, id)) return undefined;
  return await findArchived({ disk: host.disk, folder }, state, id);
}

/**
 * Writes requests to the history for good, and the names of what has ended
 * when there are many; only then may authority.json let go of them.
 *
 * @param opened The ledger, locked.
 * @param state What authority.json holds.
 * @param chosen Which requests.
 * @returns What it may hold from now on.
 */
export async function letGo(
  { host, folder }: Opened,
  state: LedgerState,
  chosen: readonly LedgerRequest[],
): Promise<LedgerState> {
  const { ended, spent } = state;
  const many = Math.max(ended.length, spent.length) >= REMEMBERED;
  const entries: HistoryEntry[] = chosen.map((request) => ({ request }));
  if (many) entries.push({ ended, spent });
  if (entries.length === 0) return state;
  const history = await appendHistory(host, folder, state, entries);
  const gone = new Set(chosen.map(({ request }) => request));
  const requests = state.requests.filter(({ request }) => !gone.has(request));
  const names = many ? { ended: [], spent: [] } : {};
  return { ...state, ...names, history, requests };
}
