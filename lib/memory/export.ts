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
import { LnkError } from "../errors.ts";
import type { Binding, Store } from "../store/interface.ts";
import { quote } from "../text.ts";
import { type ExportItem, itemsOf, type Work } from "./item.ts";
import {
  type NativeFolder,
  readNative,
  requireAdapter,
  type SkippedFile,
} from "./native.ts";
import { applyCell, record, takeNative } from "./outcome.ts";
import { exportsFolder, readState } from "./state.ts";

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
}

/** What became of each native file. */
export interface ExportReport {
  /** The shared document has the native text now. */
  readonly exported: readonly ExportItem[];
  /** Nothing was to be done. */
  readonly unchanged: readonly ExportItem[];
  /** The shared side differs and stayed as it is. */
  readonly preserved: readonly ExportItem[];
  /** Both differ, and nothing was done. */
  readonly conflicts: readonly ExportItem[];
  /** Names in the folder that are not exported. */
  readonly skipped: readonly SkippedFile[];
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
 * @throws {LnkError} `memory/adapter`, `memory/state`, `disk/missing`,
 *   `disk/not-private`, `disk/locked` and as disk and store do; what was
 *   exported before is remembered.
 */
export async function exportMemory(
  host: Host,
  store: Store,
  request: ExportRequest,
): Promise<ExportReport> {
  return await withState(host, store, request, async (work, native) => {
    const report = emptyReport(native);
    for (const item of itemsOf(work, native)) {
      await applyTo(report, () => applyCell(work, item), item.file);
    }
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
 * @throws {LnkError} `memory/no-native` if no such file is exported; as
 *   {@linkcode exportMemory}.
 */
export async function reconcileMemory(
  host: Host,
  store: Store,
  request: ExportRequest & Decision,
): Promise<ExportReport> {
  const { file, take } = request;
  return await withState(host, store, request, async (work, native) => {
    const found = itemsOf(work, native).find((item) => item.file === file);
    const skipped = native.skipped.find((skipped) => skipped.file === file);
    if (!found) throw noNative(file, skipped?.why ?? "there is no such file");
    const report = emptyReport({ skipped: [] });
    await applyTo(
      report,
      () => take === "native" ? takeNative(work, found) : record(work, found),
      file,
    );
    return report;
  });
}

interface Report extends ExportReport {
  readonly exported: ExportItem[];
  readonly unchanged: ExportItem[];
  readonly preserved: ExportItem[];
  readonly conflicts: ExportItem[];
  readonly skipped: SkippedFile[];
}

function emptyReport({ skipped }: Pick<NativeFolder, "skipped">): Report {
  return {
    exported: [],
    unchanged: [],
    preserved: [],
    conflicts: [],
    skipped: [...skipped],
  };
}

async function applyTo(
  report: Report,
  act: () => Promise<ExportItem>,
  file: string,
): Promise<void> {
  try {
    const item = await act();
    const { outcome } = item;
    report[outcome === "conflict" ? "conflicts" : outcome].push(item);
  } catch (error) {
    if (!(error instanceof LnkError && error.code === "store/too-large")) {
      throw error;
    }
    // Escapes can make a text longer than its file: the others go on.
    report.skipped.push({ file, why: "its document would be too large" });
  }
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
  return await withLock(host, folder, {}, async () => {
    const owner = { ...request.binding, adapter };
    const state = readState(host.disk, folder, owner);
    const native = await readNative(host.disk, request.from, adapter);
    return await act({ host, store, folder, owner, state }, native);
  });
}

function noNative(file: string, why: string): LnkError {
  return new LnkError(
    "usage",
    "memory/no-native",
    `Cannot decide about ${quote(file)}: ${why}`,
  );
}
