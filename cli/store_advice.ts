// Copyright 2026 the lnk authors. MIT license.

/**
 * The next command after a store refused something, or where the outcome of a
 * change is unknown: whole, with the flags of the command that failed, to be
 * pasted.
 *
 * @module
 */

import { LnkError, retold } from "../lib/errors.ts";
import { shellPath, shellWord } from "../lib/shell.ts";
import { MISSING, type Store } from "../lib/store/interface.ts";
import { NAME } from "../lib/version.ts";
import type { Context } from "./context.ts";
import { openStoreFor, type StoreFlags } from "./store_flags.ts";

/**
 * Uses the store that the flags name.
 *
 * @param context The command's `this`.
 * @param flags The command's flags.
 * @param use What is done with it.
 * @returns What that returns.
 * @throws {LnkError} As it and the store do, with the next command as help.
 */
export async function withStore<T>(
  context: Context,
  flags: StoreFlags,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    using store = await openStoreFor(context, flags);
    return await use(store);
  } catch (error) {
    throw advised(error, flags);
  }
}

/**
 * An error of a store, with the next command as its help.
 *
 * @param error What was thrown.
 * @param flags The flags of the command that failed.
 * @returns The same error where there is no such command.
 */
export function advised(error: unknown, flags: StoreFlags): unknown {
  if (!(error instanceof LnkError)) return error;
  const help = adviceOn(error, flags);
  return help === undefined ? error : retold(error, { help });
}

function adviceOn(error: LnkError, flags: StoreFlags): string | undefined {
  const { path, thread, outcome } = error.details;
  const advice = ADVICE[error.code]?.(error.details, flags);
  if (advice !== undefined || outcome !== "unknown") return advice;
  if (typeof path === "string") return forUnknown(path, flags);
  if (typeof thread === "string") return forUnknownEnd(error, thread, flags);
  return undefined;
}

type Advice = (
  details: LnkError["details"],
  flags: StoreFlags,
) => string | undefined;

/** By code; each ends with its command, so that it is copied to the end of the line. */
const ADVICE: Readonly<Record<string, Advice>> = {
  "store/version-conflict": ({ path, version }, flags) => {
    // A store of an older release may not tell the path.
    if (typeof path !== "string") return undefined;
    return version === MISSING ? forGone(flags) : forChanged(path, flags);
  },
  "store/source-conflict": ({ thread, seq }, flags) =>
    typeof thread !== "string"
      ? undefined
      : "a record that says something else needs a source of its own; to see " +
        `what stands there: ${recordCommand(thread, Number(seq), flags)}`,
  "store/expect-needed": ({ path }, flags) =>
    typeof path !== "string"
      ? undefined
      : "give --expect 0 for a new file, else its version; to see it: " +
        fileCommand(path, flags),
  "memory/missing": (_, flags) =>
    `to see what there is: ${NAME} memory list ${storeWords(flags)}`,
  "store/no-file": (_, flags) =>
    `to see what there is: ${NAME} store ls ${storeWords(flags)}`,
};

function forChanged(path: string, flags: StoreFlags): string {
  return "decide on what stands there now, and give its version with " +
    `--expect; to see both: ${fileCommand(path, flags)}`;
}

function forGone(flags: StoreFlags): string {
  return "it is gone, or never was, and only --expect 0 puts a new one there; " +
    `to see what there is: ${NAME} store ls ${storeWords(flags)}`;
}

function forUnknown(path: string, flags: StoreFlags): string {
  const again = "expect" in flags && flags.expect !== undefined
    ? "the same command again is safe: it is refused if the change was made"
    : "the same command again would replace what another wrote meanwhile";
  return `${again}; to see what stands there now: ${fileCommand(path, flags)}`;
}

function forUnknownEnd(
  { code, details }: LnkError,
  thread: string,
  flags: StoreFlags,
): string {
  const first = code.startsWith("disk/")
    ? "look at the disk's health first; then "
    : "";
  if (details.again === true) {
    return `${first}the same command again is safe: a record with the same ` +
      "source is kept once";
  }
  return `${first}the same command again would store the record twice if it ` +
    `is there, since it has no source; to see: ${
      logCommand(thread, flags)
    } --last 3`;
}

/** Prints a file of the store with its version; a document in its own words. */
function fileCommand(path: string, flags: StoreFlags): string {
  const [, id] = /^memory\/portable\/([^/]+)\.json$/.exec(path) ?? [];
  const words = id === undefined
    ? `store get ${shellPath(path)}`
    : `memory get ${shellPath(id)}`;
  return `${NAME} ${words} --json ${storeWords(flags)}`;
}

/**
 * The command that prints one record of a conversation.
 *
 * @param thread The conversation.
 * @param seq The record's sequence.
 * @param flags The flags of the command that failed.
 * @returns A line for a shell.
 */
export function recordCommand(
  thread: string,
  seq: number,
  flags: StoreFlags,
): string {
  return `${logCommand(thread, flags)} --after ${seq - 1} | head -n 1`;
}

function logCommand(thread: string, flags: StoreFlags): string {
  return `${NAME} context log ${storeWords(flags)} --thread ${
    shellWord(thread)
  }`;
}

/** The flags that name a store, as a shell takes them. */
function storeWords(flags: StoreFlags): string {
  const { store, agent, owner, keyFile } = flags;
  return Object.entries({ store, agent, owner, "key-file": keyFile })
    .flatMap(([name, value]) => value === undefined ? [] : [flag(name, value)])
    .join(" ");
}

function flag(name: string, value: string): string {
  // A value that starts with a dash would be taken for a flag; - alone is standard input.
  const between = /^-./.test(value) ? "=" : " ";
  return `--${name}${between}${shellWord(value)}`;
}
