// Copyright 2026 the lnk authors. MIT license.

/**
 * The calls of a ledger and what they take.
 *
 * @module
 */

import type { Party } from "./file.ts";
import type { Standing } from "./request_steps.ts";
import type {
  Answer,
  Attempt,
  AttemptRef,
  ClaimedCall,
  Policy,
  Session,
  ShownRequest,
} from "./types.ts";

/** A start's secret, as bytes; only its fingerprint is kept. */
export interface Secret {
  /** The secret. */
  readonly secret: Uint8Array;
}

/** What {@linkcode Ledger.admit} takes. */
export interface AdmitOptions extends Secret {
  /** Such as `link:main`; its session stands already. */
  readonly thread: string;
  /** The host's own name for the attempt, never used for another one. */
  readonly attempt: string;
  /** The adapter's reference to what it runs in; opaque. */
  readonly binding: string;
}

/** What {@linkcode Ledger.propose} takes. */
export interface ProposeOptions extends Secret, AttemptRef {
  /** The tool to call, 1 to 128 visible characters. */
  readonly tool: string;
  /** One JSON value of any kind as text, at most 512 KiB, kept byte for byte. */
  readonly arguments: string;
}

/** What {@linkcode Ledger.consume} takes. */
export interface ConsumeOptions extends Secret, AttemptRef {
  /** The request's id. */
  readonly request: string;
  /** Asked anew each time, without the lock; only `true` allows. */
  readonly policy: Policy;
}

/** What {@linkcode Ledger.archive} did. */
export interface Archived {
  /** How many requests it moved. */
  readonly archived: number;
  /** How many are in the history. */
  readonly records: number;
}

/** What {@linkcode openLedger} may be told. */
export interface LedgerOptions extends Party {
  /** The most milliseconds to wait for the lock; 10,000 if nothing is said. */
  readonly wait?: number;
}

/**
 * The calls of a ledger. It fences these calls and nothing else: it stops no
 * process, and what a runtime does without asking it does not see.
 */
export interface Ledger {
  /** Begins a start: from now on its secret counts and no other. The same secret again changes nothing. */
  start(options: Secret): Promise<{ readonly generation: number }>;
  /** The permanent id of a conversation, made at the first question. */
  session(thread: string): Promise<Session>;
  /** Makes an attempt the active one; the same again returns what was committed. */
  admit(options: AdmitOptions): Promise<Attempt>;
  /** Asks the owner for the attempt's one call; the same again returns the original and its status. */
  propose(options: ProposeOptions): Promise<Standing>;
  /** Every request that is not in the history, oldest first. No lock is taken. */
  requests(): Promise<ShownRequest[]>;
  /** One request, also from the history. No lock is taken. */
  show(request: string): Promise<ShownRequest & { readonly archived: boolean }>;
  /** Takes the answer of the owner, whom the host has authenticated. */
  respond(request: string, answer: Answer): Promise<Standing>;
  /** Claims an allowed call for good and hands it out: once, ever. */
  consume(options: ConsumeOptions): Promise<ClaimedCall>;
  /** Ends an attempt whose execution the host has contained. */
  retire(attempt: AttemptRef): Promise<AttemptRef>;
  /** The restart barrier: ends the attempt and the start; its secret never counts again. */
  recover(): Promise<{ readonly generation: number }>;
  /** Moves finished requests into the history: all, or one that can never be consumed. */
  archive(request?: string): Promise<Archived>;
}
