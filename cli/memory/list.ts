// Copyright 2026 the lnk authors. MIT license.

import { listMemory, type StoredMemory } from "../../lib/memory/get.ts";
import { inert } from "../../lib/text.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { openStoreFor, type StoreFlags } from "../store_flags.ts";

/** Runs `lnk-tool memory list`. */
export default async function memoryList(
  this: Context,
  flags: StoreFlags,
): Promise<void> {
  using store = await openStoreFor(this, flags);
  const documents = await listMemory(store);
  const width = Math.max(0, ...documents.map(({ id }) => id.length));
  answer(
    this,
    flags,
    { memory: documents.map(fields) },
    documents.map((stored) => line(stored, width)).join(""),
  );
}

function fields({ id, version, memory, problem }: StoredMemory) {
  const { deleted, modifiedAt, source } = memory ?? {};
  return { id, version, deleted, modified_at: modifiedAt, source, problem };
}

/** How much of a document's first line is shown, in characters. */
const SHOWN = 60;

function line({ id, version, memory }: StoredMemory, width: number): string {
  const first = memory?.text.split("\n", 1)[0] ?? "";
  const words = !memory
    ? "(malformed)"
    : memory.deleted
    ? "(deleted)"
    : inert(Array.from(first).slice(0, SHOWN).join(""));
  const name = inert(id).padEnd(width);
  return `${`${version}`.padStart(20)}  ${name}  ${words}`.trimEnd() + "\n";
}
