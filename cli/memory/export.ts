// Copyright 2026 the lnk authors. MIT license.

import { join } from "@std/path/posix";
import { EXIT, LnkError } from "../../lib/errors.ts";
import {
  exportMemory,
  type ExportReport,
  reconcileMemory,
} from "../../lib/memory/export.ts";
import type { ExportItem } from "../../lib/memory/item.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import { type Context, hostOf } from "../context.ts";
import { errorFields, reportError } from "../failure.ts";
import { openStoreFor } from "../store_flags.ts";
import type { ExportFlags } from "./flags.ts";

/** Runs `lnk-tool memory export`: exit 4 if a native file and its document diverge. */
export default async function memoryExport(
  this: Context,
  flags: ExportFlags,
): Promise<void> {
  const { agent, owner, adapter, from, home } = flags;
  const decision = decisionOf(flags);
  using store = await openStoreFor(this, flags);
  const request = { binding: { agent, owner }, adapter, from, home };
  const host = hostOf(this);
  const report = decision
    ? await reconcileMemory(host, store, { ...request, ...decision })
    : await exportMemory(host, store, request);
  const { exported, unchanged, preserved, conflicts, skipped } = report;
  const { failed, trouble } = report;
  answer(
    this,
    flags,
    {
      exported: exported.map(fields),
      unchanged: unchanged.map(fields),
      preserved: preserved.map(fields),
      conflicts: conflicts.map(fields),
      skipped,
      ...(failed.length > 0 && { failed }),
      ...(trouble && { trouble: await errorFields(trouble) }),
    },
    words(report, from),
    {
      did: `${exported.length} exported, ${conflicts.length} in conflict`,
      next: "the same command again exports nothing twice, and shows conflicts",
    },
  );
  if (trouble && !flags.json) await reportError(this, trouble, false);
  this.process.exitCode = exitOf(report);
}

function exitOf({ conflicts, failed, trouble }: ExportReport): number {
  if (trouble) return EXIT[trouble.kind];
  if (failed.length > 0) return EXIT.unable;
  return conflicts.length > 0 ? EXIT.conflict : EXIT.ok;
}

function decisionOf({ take, file, expect }: ExportFlags) {
  const given = [take, file, expect].filter((flag) => flag !== undefined);
  if (given.length === 0) return undefined;
  if (take !== undefined && file !== undefined && expect !== undefined) {
    return { take, file, expect };
  }
  throw new LnkError(
    "usage",
    "usage/arguments",
    "--take, --file and --expect are given together, or none of them",
  );
}

function fields(
  { file, id, path, version, native, shared, why }: ExportItem,
) {
  return { file, id, path, version, native, shared, why };
}

function words(report: ExportReport, from: string): string {
  const { exported, unchanged, preserved, conflicts, skipped, failed } = report;
  const quiet = unchanged.length > 0 ? [`${unchanged.length} unchanged`] : [];
  return [
    ...exported.map(line("exported")),
    ...preserved.map(line("preserved")),
    ...skipped.map(({ file, why }) => `skipped ${inert(file)}: ${inert(why)}`),
    ...failed.map(({ file, why }) => `failed ${inert(file)}: ${inert(why)}`),
    ...quiet,
    ...conflicts.map((item) => conflict(item, from)),
  ].map((text) => `${text}\n`).join("");
}

function line(word: string): (item: ExportItem) => string {
  return ({ file, id, why }) => `${word} ${inert(file)} (${id}): ${why}`;
}

function conflict(item: ExportItem, from: string): string {
  const { file, path, version } = item;
  return `${line("conflict")(item)}\n` +
    `  native: ${inert(join(from, file))}\n  shared: ${path}\n` +
    `  decide: --take native|shared --file ${inert(file)} ` +
    `--expect ${version}`;
}
