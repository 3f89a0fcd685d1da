// Copyright 2026 the lnk authors. MIT license.

/**
 * The flags of the queue's commands.
 *
 * @module
 */

import { COMMON, pathWord } from "../command.ts";
import type { CommonFlags } from "../context.ts";
import type { ReadFlags } from "../context/flags.ts";
import { STORE, type StoreFlags } from "../store_flags.ts";

/** Flags of a command that only looks. */
export type LookFlags = CommonFlags & {
  /** The adapter's home. */
  readonly home: string;
  /** Whose batches they must be. */
  readonly agent?: string;
  /** Whose batches they must be. */
  readonly owner?: string;
};

/** Flags of `queue status`. */
export type StatusFlags = LookFlags & {
  /** Whether to go on looking. */
  readonly watch: boolean;
};

/** Flags of `queue admit`. */
export type AdmitFlags = Omit<StoreFlags, "store"> & {
  /** The adapter's home. */
  readonly home: string;
  /** Where to deliver, if at once. */
  readonly store?: string;
  /** The conversation. */
  readonly thread: string;
  /** The adapter's name. */
  readonly adapter: string;
  /** The adapter's own session. */
  readonly session: string;
};

/** Flags of `queue drain`. */
export type DrainFlags = StoreFlags & {
  /** The adapter's home. */
  readonly home: string;
};

/** Flags of `queue prepare`. */
export type PrepareFlags = ReadFlags & DrainFlags;

/** Flags of `queue set-aside`. */
export type SetAsideFlags = CommonFlags & {
  /** The adapter's home. */
  readonly home: string;
  /** Whether it is agreed to. */
  readonly yes: boolean;
  /** Seconds to wait for another process. */
  readonly wait?: number;
};

function text<B extends string, P extends string>(brief: B, placeholder: P) {
  return { kind: "parsed", parse: String, brief, placeholder } as const;
}

/** The words of `--home`. */
export const HOME = {
  home: {
    ...text("The adapter's home, in which the queue is", "dir"),
    parse: pathWord,
  },
} as const;

/** The words of {@linkcode LookFlags}. */
export const LOOK = {
  ...COMMON,
  ...HOME,
  agent: {
    ...text("Count a batch of another agent as bad", "id"),
    optional: true,
  },
  owner: {
    ...text("Count a batch of another owner as bad", "name"),
    optional: true,
  },
} as const;

/** The words of {@linkcode StatusFlags}. */
export const STATUS = {
  ...LOOK,
  watch: {
    kind: "boolean",
    brief: "Look again every second, on a terminal, until it is ended",
    default: false,
    withNegated: false,
  },
} as const;

/** The words of {@linkcode AdmitFlags}. */
export const ADMIT = {
  ...COMMON,
  ...HOME,
  ...STORE,
  store: { ...STORE.store, optional: true },
  thread: text("The conversation, such as link:main", "link:name"),
  adapter: text("The adapter, as in each record's source", "name"),
  session: text("The adapter's session, as in each record's source", "id"),
} as const;

/** The words of {@linkcode DrainFlags}. */
export const DRAIN = { ...COMMON, ...HOME, ...STORE } as const;

/** The words of {@linkcode SetAsideFlags}. */
export const SET_ASIDE = {
  ...COMMON,
  ...HOME,
  wait: STORE.wait,
  yes: {
    kind: "boolean",
    brief: "Agree that its records wait elsewhere",
    default: false,
    withNegated: false,
  },
} as const;
