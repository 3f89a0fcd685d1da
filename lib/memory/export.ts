// Copyright 2026 the lnk authors. MIT license.

/**
 * Exports a harness's own memory files to portable documents, each to one of
 * the adapter's own ids. The native files are read and never written.
 *
 * Source: the specification's "Portable Context", "Each adapter's exports";
 * docs/memory.md has the table.
 *
 * @module
 */

import { type Host, withLock } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import type { Binding, Store } from "../store/interface.ts";
import { quote } from "../text.ts";
import { itemsOf, type Work } from "./item.ts";
import { type NativeFolder, readNative, requireAdapter } from "./native.ts";
import { applyCell, keepState, takeNative, takeShared } from "./outcome.ts";
import { applyTo, emptyReport, type ExportReport, listOf } from "./report.ts";
import { exportsFolder, readState } from "./state.ts";

export type { ExportReport, FailedFile } from "./report.ts";

/** What is exported, and for whom. */
export interface ExportRequest {
  /** Whose store it is. */
  readonly binding: Binding;
  /** The adapter: its documents' ids start with this name and a dot. */
  readonly adapter: string;
  /** The folder of native memory files. */
  readonly from: string;
  /** The adapter's own home, where the state of its exports is kept. */
  readonly home: string;
}

/** A decision about a native file and its document. */
export interface Decision {
  /** The native file's name. */
  readonly file: string;
  /** Whose text holds from now on. */
  readonly take: "native" | "shared";
  /** The version of the document that was looked at, as the report tells it; 0 where there was none. */
  readonly expect: bigint;
}

/**
 * Exports all native memory files of an adapter.
 *
 * Each file is one row of the table in docs/memory.md: a correction of the
 * shared document or its deletion is never overwritten by a native file that
 * did not change, and where both changed nothing is.
 *
 * @param host The machine.
 * @param store Where the documents are.
 * @param request What is exported.
 * @returns What became of each file.
 * @throws {LnkError} `memory/adapter`, `memory/state`, `memory/other-folder`,
 *   `disk/missing`, `disk/not-private`, `disk/locked` and as disk and store
 *   do, where nothing was exported yet; what was is remembered.
 */
export async function exportMemory(
  host: Host,
  store: Store,
  request: ExportRequest,
): Promise<ExportReport> {
  return await withState(host, store, request, async (work, native) => {
    const report = emptyReport(native);
    try {
      for (const item of itemsOf(work, native)) {
        await applyTo(report, () => applyCell(work, item), item);
      }
    } catch (error) {
      if (!(error instanceof LnkError)) throw error;
      report.trouble = error;
    }
    try {
      keepState(work);
    } catch (error) {
      if (!(error instanceof LnkError)) throw error;
      report.trouble ??= error;
    }
    if (report.trouble && report.exported.length === 0) throw report.trouble;
    return report;
  });
}

/**
 * Decides whose text holds where a native file and its document differ.
 *
 * `native`: the document gets the native text; where the native file is gone,
 * it is deleted. `shared`: the document stays and counts as the last good
 * export; the native file is not written.
 *
 * @param host The machine.
 * @param store Where the documents are.
 * @param request What is exported, and the decision.
 * @returns What became of this one file.
 * @throws {LnkError} `memory/no-native` if no such file is exported;
 *   `store/version-conflict` (details: `version`) if the document is at
 *   another version than the one that was decided about; as
 *   {@linkcode exportMemory}.
 */
export async function reconcileMemory(
  host: Host,
  store: Store,
  request: ExportRequest & Decision,
): Promise<ExportReport> {
  const { file, take, expect } = request;
  return await withState(host, store, request, async (work, native) => {
    const found = itemsOf(work, native).find((item) => item.file === file);
    const skipped = native.skipped.find((skipped) => skipped.file === file);
    if (!found) throw noNative(file, skipped?.why ?? "there is no such file");
    const act = take === "native" ? takeNative : takeShared;
    const item = await act(work, found, expect);
    keepState(work);
    const report = emptyReport({ skipped: [] });
    report[listOf(item)].push(item);
    return report;
  });
}

async function withState(
  host: Host,
  store: Store,
  request: ExportRequest,
  act: (work: Work, native: NativeFolder) => Promise<ExportReport>,
): Promise<ExportReport> {
  const adapter = requireAdapter(request.adapter);
  // A wrong folder is said before anything is made in the home.
  await readNative(host.disk, request.from, adapter);
  const folder = exportsFolder(host.disk, request.home);
  const owner = {
    ...request.binding,
    adapter,
    native: nativeFolder(host.disk, request),
  };
  return await withLock(host, folder, {}, async () => {
    const state = readState(host.disk, folder, owner);
    const native = await readNative(host.disk, request.from, adapter);
    const pending = { count: 0 };
    return await act({ host, store, folder, owner, state, pending }, native);
  });
}

/** The folder as the way down from the home, so that the home may move; another folder as it is. */
function nativeFolder(
  disk: Host["disk"],
  { from, home }: ExportRequest,
): string {
  const [folder, above] = [from, home].map((path) =>
    attempt("look at", path, () => disk.realPath(path))
  );
  return folder!.startsWith(`${above}/`)
    ? folder!.slice(above!.length + 1)
    : folder!;
}

function noNative(file: string, why: string): LnkError {
  return new LnkError(
    "usage",
    "memory/no-native",
    `Cannot decide about ${quote(file)}: ${why}`,
  );
}
