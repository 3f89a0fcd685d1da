// Copyright 2026 the lnk authors. MIT license.

/**
 * The ledger: its files, its history, and what waits for a person.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { lookAtFolder } from "../disk/plain.ts";
import { LnkError } from "../errors.ts";
import { readReplaced } from "../ledger/file.ts";
import { decodeState } from "../ledger/format.ts";
import { shown } from "../ledger/request_steps.ts";
import type { LedgerState } from "../ledger/types.ts";
import { verifyLedger } from "../ledger.ts";
import { shellPath } from "../shell.ts";
import { quote } from "../text.ts";
import { counted, type Seen } from "./check.ts";
import { type Look, looking, namesIn } from "./look.ts";

const AREA = "ledger";

type Where = Pick<Look, "host" | "report" | "unfinished">;

/**
 * Looks at a ledger.
 *
 * @param look What the look needs.
 * @param folder The ledger's folder; without one nothing is looked at.
 * @param state What its authority.json holds, where that can be read.
 */
export async function lookAtLedger(
  look: Where,
  folder: string | undefined,
  state: LedgerState | undefined,
): Promise<void> {
  const { report, host: { disk } } = look;
  if (folder === undefined) {
    return report.add(AREA, {
      status: "skipped",
      message: "not looked at: name its folder with --ledger DIR",
    });
  }
  const at = { area: AREA, path: folder, name: folder } as const;
  await looking(look, at, async () => {
    const verdict = await verifyLedger(disk, folder);
    const verify = `lnk-tool ledger verify --dir ${shellPath(folder)}`;
    for (const { code, message, help = verify } of verdict.faults) {
      report.add(AREA, { status: "error", code, path: folder, message, help });
    }
    namesIn(look, AREA, folder);
    for (const note of verdict.notes.filter((note) => !isUnfinished(note))) {
      report.add(AREA, { status: "ok", path: folder, message: note });
    }
    if (verdict.ok) {
      const whose = state
        ? ` of agent ${state.agent}, owner ${state.owner}`
        : "";
      report.add(AREA, {
        status: "ok",
        path: folder,
        message: `${quote(folder)}${whose}: ` +
          [
            counted(verdict.sessions ?? 0, "session"),
            counted(verdict.requests ?? 0, "request"),
            `${verdict.history_sound} archived`,
          ].join(", "),
      });
    }
    for (const seen of waiting(folder, state)) report.add(AREA, seen);
  });
}

/** Unfinished files are told with the other leftovers. */
function isUnfinished(note: string): boolean {
  return note.includes("unfinished files");
}

/**
 * What a ledger's authority.json holds.
 *
 * @param host The disk.
 * @param folder The ledger's folder.
 * @returns It; `undefined` where it cannot be read, which looking at the
 *   ledger tells.
 */
export async function ledgerState(
  { disk }: Look["host"],
  folder: string,
): Promise<LedgerState | undefined> {
  try {
    if (!lookAtFolder(disk, folder)) return undefined;
    const path = join(folder, "authority.json");
    const bytes = readReplaced(disk, path);
    return bytes && await decodeState(bytes, path);
  } catch (error) {
    if (error instanceof LnkError) return undefined;
    throw error;
  }
}

/** Requests that wait for the owner, and those that nothing will end by itself. */
function waiting(folder: string, state: LedgerState | undefined): Seen[] {
  if (!state) return [];
  const all = state.requests.map((request) => shown(state, request));
  const lost = all.filter((one) => one.recovery_required);
  const pending = all.filter((one) =>
    one.status === "pending" && !one.recovery_required
  );
  const help = `lnk-tool ledger requests --dir ${shellPath(folder)}`;
  const seen: Seen[] = [];
  if (lost.length > 0) {
    seen.push({
      ...{ status: "ok", code: "doctor/recovery", path: folder, help },
      message: counted(lost.length, "request") +
        ": the attempt ended, and a person must decide",
    });
  }
  if (pending.length > 0) {
    seen.push({
      ...{ status: "ok", code: "doctor/pending", path: folder, help },
      message: counted(pending.length, "request waits", "requests wait") +
        " for the owner's answer",
    });
  }
  return seen;
}
