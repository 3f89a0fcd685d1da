// Copyright 2026 the lnk authors. MIT license.

/**
 * The flags of the ledger's commands.
 *
 * @module
 */

import { LnkError } from "../../lib/errors.ts";
import { quote } from "../../lib/text.ts";
import { COMMON, pathWord } from "../command.ts";
import type { CommonFlags } from "../context.ts";
import type { KeyFlags } from "../key.ts";

/** Flags of every command. */
export type LedgerFlags = CommonFlags & {
  /** The ledger's folder. */
  readonly dir: string;
  /** The agent's id, if it is to be checked. */
  readonly agent?: string;
  /** The owner, if it is to be checked. */
  readonly owner?: string;
  /** The most seconds to wait for the lock. */
  readonly wait: number;
};

/** Flags of `init`. */
export type InitFlags = LedgerFlags & {
  readonly agent: string;
  readonly owner: string;
};

/** Flags of `start`. */
export type StartFlags = LedgerFlags & KeyFlags;

/** Flags of `admit`. */
export type AdmitFlags = StartFlags & {
  /** The thread. */
  readonly session: string;
  /** The attempt's id. */
  readonly attempt: string;
  /** The adapter's reference. */
  readonly binding: string;
};

/** Flags of `retire`. */
export type AttemptFlags = LedgerFlags & {
  /** The attempt's id. */
  readonly attempt: string;
  /** The attempt's generation. */
  readonly generation: number;
};

/** Flags of `propose`. */
export type ProposeFlags = AttemptFlags & KeyFlags & {
  /** The tool's name. */
  readonly tool: string;
  /** A file of JSON, or `-`. */
  readonly arguments: string;
};

/** Flags of `consume`. */
export type ConsumeFlags = AttemptFlags & KeyFlags & {
  /** The request's id. */
  readonly request: string;
  /** The program that decides. */
  readonly policy: string;
  /** The most seconds that it may take. */
  readonly policyTimeout: number;
};

/** Flags of `archive`. */
export type ArchiveFlags = LedgerFlags & {
  /** One request instead of all finished ones. */
  readonly request?: string;
};

/** A flag that takes a text and must be given. */
function text<const B extends string, const P extends string>(
  brief: B,
  placeholder: P,
) {
  return { kind: "parsed", parse: String, brief, placeholder } as const;
}

/** A flag that takes a path and must be given. */
function path<const B extends string, const P extends string>(
  brief: B,
  placeholder: P,
) {
  return { ...text(brief, placeholder), parse: pathWord } as const;
}

/** The words of the flags of every command. */
export const LEDGER = {
  ...COMMON,
  dir: path("The ledger's folder", "dir"),
  wait: {
    kind: "parsed",
    parse: parseSeconds,
    brief: "The most seconds to wait for another process",
    placeholder: "seconds",
    default: "10",
  },
} as const;

/** The words of `--agent` and `--owner` where they are checked only. */
export const PARTY = {
  agent: { ...text("Refuse another agent's ledger", "id"), optional: true },
  owner: { ...text("Refuse another owner's ledger", "owner"), optional: true },
} as const;

/** The words of the flags that name an attempt. */
export const ATTEMPT = {
  attempt: text("The host's id of the attempt", "id"),
  generation: {
    kind: "parsed",
    parse: parseGeneration,
    brief: "The generation that admit told",
    placeholder: "number",
  },
} as const;

/** The words of all other flags. */
export const WORDS = {
  agent: text("The agent's immutable id", "id"),
  owner: text("Who answers for the agent", "owner"),
  session: text("The conversation, link:NAME", "thread"),
  attempt: ATTEMPT.attempt,
  binding: text("The adapter's reference, kept as it is", "ref"),
  tool: text("The tool to call", "name"),
  arguments: path("A file with one JSON value, or -", "file"),
  request: text("The request's id", "id"),
  policy: path("The program that allows by exit 0", "program"),
  policyTimeout: {
    kind: "parsed",
    parse: parseSeconds,
    brief: "The most seconds that the policy may take",
    placeholder: "seconds",
    default: "10",
  },
} as const;

function parseGeneration(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw malformed(text, "generation: it is not digits");
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && seconds <= 3600) return seconds;
  throw malformed(text, "time: it is not 0 to 3600 seconds");
}

function malformed(text: string, what: string): LnkError {
  return new LnkError(
    "usage",
    "usage/arguments",
    `${quote(text)} is no ${what}`,
  );
}
