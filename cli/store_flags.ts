// Copyright 2026 the lnk authors. MIT license.

/**
 * The flags of every command that uses a store, and the one way to open it.
 *
 * @module
 */

import type { Store } from "../lib/store/interface.ts";
import { pathWord } from "./command.ts";
import type { CommonFlags, Context } from "./context.ts";

/** Flags of a command that uses a store. */
export type StoreFlags = CommonFlags & {
  /** `file:DIR` or `unix:PATH`. */
  readonly store: string;
  /** The agent's id. */
  readonly agent: string;
  /** The owner's name. */
  readonly owner: string;
  /** A private file with this start's secret; `-` is standard input. */
  readonly keyFile?: string;
  /** A sandbox file. */
  readonly grants?: string;
  /** Seconds to wait for another process. */
  readonly wait?: number;
};

/** The words of {@linkcode StoreFlags}, beside the common ones. */
export const STORE = {
  store: {
    kind: "parsed",
    parse: String,
    brief: "The store: file:DIR with the agent's folder, or unix:PATH",
    placeholder: "address",
  },
  agent: {
    kind: "parsed",
    parse: String,
    brief: "The agent's id",
    placeholder: "id",
  },
  owner: {
    kind: "parsed",
    parse: String,
    brief: "The owner's name",
    placeholder: "name",
  },
  keyFile: {
    kind: "parsed",
    parse: pathWord,
    brief: "File with this start's secret, for unix:; - is standard input",
    placeholder: "file",
    optional: true,
  },
  grants: {
    kind: "parsed",
    parse: pathWord,
    brief: "The agent's sandbox file, for file:; without it the defaults hold",
    placeholder: "file",
    optional: true,
  },
  wait: {
    kind: "parsed",
    parse: seconds,
    brief: "Seconds to wait for another process (default: 10)",
    placeholder: "seconds",
    optional: true,
  },
} as const;

function seconds(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new Error(`${text} is not a number of seconds`);
}

/**
 * Opens the store that the flags name.
 *
 * @param context The command's `this`.
 * @param flags The command's flags.
 * @returns The store; dispose of it.
 */
export async function openStoreFor(
  context: Context,
  flags: StoreFlags,
): Promise<Store> {
  const { store, agent, owner, keyFile, grants, wait } = flags;
  // Words are loaded at every start; what opens is not.
  const [{ openStore }, { hostOf }, { progressOn }] = await Promise.all([
    import("../lib/store/open.ts"),
    import("./context.ts"),
    import("./report/progress.ts"),
  ]);
  const folders = grants === undefined
    ? undefined
    : await foldersOf(context, grants, flags.json);
  return await openStore(store, { agent, owner }, {
    host: hostOf(context),
    progress: progressOn(context.io.err),
    ...(folders && { folders }),
    ...(wait !== undefined && { wait: wait * 1000 }),
    ...(keyFile !== undefined && { key: () => keyOf(context, keyFile) }),
  });
}

async function foldersOf(context: Context, file: string, json: boolean) {
  const { loadGrants } = await import("./grants/load.ts");
  return (await loadGrants(context, file, json)).folders;
}

async function keyOf(context: Context, keyFile: string) {
  const { readKey } = await import("./key.ts");
  return await readKey(context, { json: false, keyFile });
}
