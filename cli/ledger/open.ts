// Copyright 2026 the lnk authors. MIT license.

/** The ledger that a command's flags name. */

import { type Ledger, openLedger } from "../../lib/ledger.ts";
import { type Context, hostOf } from "../context.ts";
import type { LedgerFlags } from "./flags.ts";

/**
 * Opens the ledger in `--dir`.
 *
 * @param context The command's `this`.
 * @param flags The command's flags.
 * @returns Its calls.
 */
export function openNamed(context: Context, flags: LedgerFlags): Ledger {
  const { dir, agent, owner, wait } = flags;
  return openLedger(hostOf(context), dir, { agent, owner, wait: wait * 1000 });
}
