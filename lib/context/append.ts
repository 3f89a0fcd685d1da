// Copyright 2026 the lnk authors. MIT license.

/**
 * Appends a record to a conversation once, whatever becomes of the answers.
 *
 * A record with a source can be given again: the store knows it and tells
 * where it stands. One without a source cannot be told from another that says
 * the same, so it is never given twice.
 *
 * Source: the specification's "Portable Context", "context::append".
 *
 * @module
 */

import { LnkError, retold } from "../errors.ts";
import { conversationOf } from "../names.ts";
import type { Appended, Store } from "../store/interface.ts";
import { checkRecord } from "../store/record.ts";
import { quote } from "../text.ts";

/** A record on its way into a conversation. */
export interface Outgoing {
  /** The conversation, such as `link:main`. */
  readonly thread: string;
  /** A JSON object's text without a `seq`; `source` makes it safe to give again. */
  readonly record: string;
}

/** How a record is appended. */
export interface AppendOptions {
  /** The sequence that is next, where the caller knows it: saves a question. */
  readonly next?: number;
  /** Lets time pass before the record is given again; told how often an answer was lost. */
  readonly pause?: (lost: number) => Promise<void>;
}

/** How often others may be first before it is given up. */
const RACES = 64;
/** How many answers may be lost before it is given up. */
const LOSSES = 5;

/**
 * Appends a record at the next sequence.
 *
 * Where another writer was first, the record goes behind it. Where the answer
 * is lost, a record with a source is given again and found where it stands;
 * one without a source is not, and the error says that its outcome is unknown.
 *
 * @example Usage
 * ```ts
 * import { append, fileStore, realDisk } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const folder = await Deno.makeTempDir();
 * const host = {
 *   disk: realDisk(folder),
 *   now: () => Date.now(),
 *   random: (n: number) => crypto.getRandomValues(new Uint8Array(n)),
 *   sleep: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
 * };
 * {
 *   using store = fileStore(host, ".", { agent: "ada", owner: "eve" });
 *   const source = { adapter: "goose", session: "s1", record: "r1" };
 *   const record = JSON.stringify({ role: "user", text: "hello", source });
 *   const outgoing = { thread: "link:main", record };
 *   assertEquals(await append(store, outgoing), { seq: 1, repeated: false });
 *   assertEquals(await append(store, outgoing), { seq: 1, repeated: true });
 * }
 * await Deno.remove(folder, { recursive: true });
 * ```
 *
 * @param store Where the conversation is kept.
 * @param outgoing The record and its conversation.
 * @param options What the caller knows.
 * @returns Where it stands; `repeated` also where its own first answer was
 *   lost.
 * @throws {LnkError} `store/record` and `name/thread` before the store is
 *   asked; `store/source-conflict` (details: `thread`, `seq`,
 *   `differs`: names of members, `digest`, `given_digest`);
 *   `context/outcome-unknown` (details: `outcome` "unknown", `thread`,
 *   `again`: whether giving the same record again is safe);
 *   `disk/unknown-outcome` (the same details); `context/contended` if others
 *   were first too often; and as the store does, where nothing was appended.
 */
export async function append(
  store: Store,
  { thread, record }: Outgoing,
  { next, pause = () => Promise.resolve() }: AppendOptions = {},
): Promise<Appended> {
  conversationOf(thread);
  const sourced = checkRecord(record).source !== undefined;
  let seq = next;
  let lost = 0;
  for (let races = 0; races < RACES;) {
    try {
      seq ??= await store.last(thread) + 1;
      return await store.append(thread, record, seq);
    } catch (error) {
      if (isCoded(error, "disk/unknown-outcome")) {
        throw withOutcome(error, thread, sourced);
      }
      const last = takenUntil(error);
      if (last !== undefined) {
        seq = last + 1;
        races++;
        continue;
      }
      if (lost === 0 && !isLost(error) || isAnswer(error)) throw error;
      if (!sourced || ++lost === LOSSES) throw unknown(thread, sourced, error);
      seq = undefined;
      await pause(lost);
    }
  }
  throw contended(thread);
}

/** The last sequence, where the store said that another one is taken. */
function takenUntil(error: unknown): number | undefined {
  if (!isCoded(error, "store/sequence-conflict")) return undefined;
  const { last } = error.details;
  return typeof last === "number" ? last : undefined;
}

/** Whether the record may have been appended although an error came back. */
function isLost(error: unknown): boolean {
  return error instanceof LnkError && error.details.outcome === "unknown";
}

/** Whether it is certain that this record is not in the log; a bug of ours is no answer, but is told as it is. */
function isAnswer(error: unknown): boolean {
  return isCoded(error, "store/source-conflict") ||
    !(error instanceof LnkError);
}

function isCoded(error: unknown, code: string): error is LnkError {
  return error instanceof LnkError && error.code === code;
}

function unknown(thread: string, again: boolean, cause: unknown): LnkError {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new LnkError(
    "unable",
    "context/outcome-unknown",
    `Cannot tell whether the record is in ${quote(thread)}${reason}`,
    {
      cause,
      details: { outcome: "unknown", again, thread },
      help: nextAfter(again),
    },
  );
}

/** The disk keeps the record or not: who gives it again must know whether that is safe. */
function withOutcome(
  error: LnkError,
  thread: string,
  again: boolean,
): LnkError {
  return retold(error, {
    details: { outcome: "unknown", again, thread },
    help: `look at the disk's health first, then ${nextAfter(again)}`,
  });
}

function nextAfter(again: boolean): string {
  return again
    ? "give the same record with the same source again: it is kept once"
    : "read the end of the conversation before you append it again: " +
      "without a source it would stand twice";
}

function contended(thread: string): LnkError {
  return new LnkError(
    "conflict",
    "context/contended",
    `Cannot append to ${quote(thread)}: others were first ${RACES} times`,
  );
}
