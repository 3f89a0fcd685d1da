// Copyright 2026 the lnk authors. MIT license.

/**
 * Changes a portable document by compare-and-swap, in its own text: what this
 * program does not know stays as it is spelled.
 *
 * Source: the specification's "Portable Context", "Keep versioned memory" and
 * "Deletion".
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { Members } from "../context/json_object.ts";
import { versionConflict } from "../store/conflict.ts";
import { MISSING, type Store } from "../store/interface.ts";
import { LARGEST_CONTENT } from "../store/paths.ts";
import { quote } from "../text.ts";
import { KNOWN, parseDocument, parseMemory } from "./document.ts";
import { getMemory, type StoredMemory } from "./get.ts";
import { membersOf, setMembers } from "./json_text.ts";
import { documentPath } from "./paths.ts";
import { writeOnce } from "./write.ts";

/** A change of a document. */
export interface MemoryChange {
  /** The document's id. */
  readonly id: string;
  /** A JSON object's text: the members to set, each with its own spelling. */
  readonly document: string;
  /** The version that is changed; 0 where there must be none. */
  readonly expect: bigint;
  /** Lets time pass after a lost answer; told how often one was lost. */
  readonly pause?: (lost: number) => Promise<void>;
}

/**
 * Sets members of a portable document, or makes it.
 *
 * Members that the change does not name stay, unknown ones too. Text for a
 * deletion, empty text too, brings the document back. What others wrote into a
 * malformed document stays; its common members are replaced. `modified_at` is the clock's.
 *
 * @example Usage
 * ```ts
 * import { deleteMemory, fileStore, getMemory, putMemory, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   now: () => Date.UTC(2026, 0, 1),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * {
 *   using store = fileStore(host, ".", { agent: "ada", owner: "eve" });
 *   const id = "tea";
 *   const made = { id, document: '{"text":"green","cups":2.0}', expect: 0n };
 *   const first = await putMemory(store, made, host.now);
 *   const change = { id, document: '{"text":"black"}', expect: first };
 *   const second = await putMemory(store, change, host.now);
 *   assertEquals(
 *     (await getMemory(store, id))?.document,
 *     '{"text":"black","cups":2.0,"id":"tea",' +
 *       '"modified_at":"2026-01-01T00:00:00.000Z"}',
 *   );
 *   await deleteMemory(store, { id, expect: second }, host.now);
 *   assertEquals((await getMemory(store, id))?.memory?.deleted, true);
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param store Where.
 * @param change What.
 * @param now The clock for `modified_at`.
 * @returns The new version.
 * @throws {LnkError} `memory/document` if what is given is no document or
 *   makes none; `store/version-conflict` (details: `path`, `version`);
 *   `memory/outcome-unknown` (details: `outcome` "unknown", `path`) if the answer was
 *   lost and the store cannot tell what became of the change; as the store
 *   does.
 */
export async function putMemory(
  store: Store,
  { id, document, expect, pause }: MemoryChange,
  now: () => number,
): Promise<bigint> {
  const path = documentPath(id);
  const given = asGiven(() => parseDocument(document, id));
  const stored = expect === MISSING
    ? undefined
    : await requireStored(store, id, expect);
  const changed = stored?.memory
    ? changesOf(document, stored.memory.deleted && given)
    : keptOf(stored, given);
  if (given.id === undefined && !stored?.memory) {
    changed.set("id", JSON.stringify(id));
  }
  changed.set("modified_at", JSON.stringify(timeOf(now)));
  const base = stored?.memory ? stored.document! : document;
  const text = setMembers(base, changed);
  asGiven(() => parseMemory(text, id));
  requireRoom(id, text);
  return await writeOnce(store, { path, text, expect, pause });
}

/**
 * Deletes a portable document, visibly: it keeps its id, source, evidence and
 * all else at a new version, with empty text. Removing the file is another
 * act: {@linkcode Store}'s `fileDelete`.
 *
 * @param store Where.
 * @param deletion The document and the version that is deleted.
 * @param now The clock for `modified_at`.
 * @returns The new version.
 * @throws {LnkError} `store/version-conflict` (details: `version`);
 *   `memory/malformed` if what stands there is no document;
 *   `memory/outcome-unknown` as {@linkcode putMemory}; as the store does.
 */
export async function deleteMemory(
  store: Store,
  { id, expect, pause }: Omit<MemoryChange, "document">,
  now: () => number,
): Promise<bigint> {
  const { path, document, memory, problem } = await requireStored(
    store,
    id,
    expect,
  );
  if (!memory) throw new LnkError("refused", "memory/malformed", problem!);
  const modified = JSON.stringify(timeOf(now));
  const changes = new Map([...DELETION, ["modified_at", modified]]);
  const text = setMembers(document!, changes);
  return await writeOnce(store, { path, text, expect, pause });
}

/** The given members; text for a deletion, even empty text, brings the document back. */
function changesOf(
  document: string,
  given: Members | false,
): Map<string, string> {
  const changes = new Map<string, string>();
  for (const { name, start, end } of membersOf(document)) {
    changes.set(name, document.slice(start, end));
  }
  const revives = given && given.deleted === undefined &&
    given.text !== undefined;
  if (revives) changes.set("deleted", "false");
  return changes;
}

/** What others wrote into a malformed document stays; the common members are the giver's. */
function keptOf(
  stored: StoredMemory | undefined,
  given: Members,
): Map<string, string> {
  const kept = new Map<string, string>();
  const text = stored?.document ?? "{}";
  for (const { name, start, end } of membersOf(text)) {
    const others = !KNOWN.includes(name) && !Object.hasOwn(given, name);
    if (others) kept.set(name, text.slice(start, end));
  }
  return kept;
}

/** A document that is full could not be deleted: its deletion must fit too. */
function requireRoom(id: string, text: string): void {
  const deletion = setMembers(text, DELETION);
  const size = new TextEncoder().encode(deletion).length;
  if (size <= LARGEST_CONTENT.document) return;
  throw new LnkError(
    "usage",
    "store/too-large",
    `Cannot write ${quote(id)}: it or its deletion would have more than ` +
      `${LARGEST_CONTENT.document} bytes`,
  );
}

const DELETION: ReadonlyMap<string, string> = new Map([
  ["text", '""'],
  ["deleted", "true"],
]);

async function requireStored(
  store: Store,
  id: string,
  expect: bigint,
): Promise<StoredMemory> {
  const stored = await getMemory(store, id);
  if (stored?.version === expect) return stored;
  throw versionConflict(documentPath(id), stored?.version ?? MISSING, expect);
}

function timeOf(now: () => number): string {
  return new Date(now()).toISOString();
}

/** What is wrong with a given document is the giver's, not the store's. */
function asGiven<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof LnkError)) throw cause;
    throw new LnkError("usage", "memory/document", cause.message, { cause });
  }
}
