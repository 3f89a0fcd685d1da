// Copyright 2026 the lnk authors. MIT license.

/**
 * Steps of starts, sessions and attempts: a state and a call in, a state out.
 *
 * A step that changes nothing hands back the state that it was given.
 *
 * @module
 */

import { conversationOf } from "../names.ts";
import { quote } from "../text.ts";
import { refusal, type Subject } from "./fault.ts";
import { type IdSource, nextId } from "./names.ts";
import {
  ATTEMPT_TABLE,
  type AttemptCall,
  type AttemptOutcome,
  type AttemptState,
  type Refusal,
} from "./table.ts";
import type { Attempt, AttemptRef, LedgerState, Session } from "./types.ts";

/** What a step makes of a state. */
export interface Step<T> {
  /** The next state; the very same one where nothing changes. */
  readonly state: LedgerState;
  /** What the caller is told. */
  readonly answer: T;
}

/**
 * How a ledger stands towards an attempt.
 *
 * @param state The ledger.
 * @param id The attempt's id; without it, as towards one it never saw.
 * @returns The row of the table.
 */
export function attemptState(state: LedgerState, id?: string): AttemptState {
  const { attempt } = state;
  const started = state.start !== null && !state.start.ended;
  if (id !== undefined && attempt?.attempt === id) return "active";
  const over = id !== undefined && (knownOver(state, id));
  if (attempt) return over ? "over busy" : "busy";
  if (!started) return over ? "over unstarted" : "unstarted";
  return over ? "over" : "idle";
}

/**
 * Whether a ledger itself knows that an attempt has ended; where it does not,
 * the history may.
 *
 * @param state The ledger.
 * @param id The attempt's id.
 * @returns Whether it is a remembered one, or one with a request.
 */
export function knownOver(state: LedgerState, id: string): boolean {
  const named = ({ attempt }: AttemptRef) => attempt === id;
  return state.attempt?.attempt !== id &&
    (state.ended.some(named) || state.requests.some(named));
}

/**
 * Asks the table about a call to an attempt.
 *
 * @param state The ledger.
 * @param call What is asked.
 * @param subject What it is about, for the message.
 * @param id The attempt's id.
 * @returns What happens.
 * @throws {LnkError} The refusal of the cell.
 */
export function askAttempt(
  state: LedgerState,
  call: AttemptCall,
  subject: Subject,
  id?: string,
): AttemptOutcome {
  const outcome = ATTEMPT_TABLE[attemptState(state, id)][call];
  if (!outcome.startsWith("ledger/")) return outcome;
  const active = state.attempt?.attempt;
  throw refusal(outcome as Refusal, { ...subject, active });
}

/**
 * Refuses a secret that is not the current start's.
 *
 * @param state The ledger.
 * @param fingerprint The fingerprint of the secret that was shown.
 * @param subject What it is about, for the message.
 * @throws {LnkError} `ledger/stale-secret`.
 */
export function requireSecret(
  { start }: LedgerState,
  fingerprint: string,
  subject: Subject,
): void {
  // Without a current start the table refuses.
  if (start === null || start.ended) return;
  if (start.fingerprint !== fingerprint) {
    throw refusal("ledger/stale-secret", subject);
  }
}

/** A new start: its secret counts from now on, and no other. */
export function startStep(
  state: LedgerState,
  fingerprint: string,
): Step<{ readonly generation: number }> {
  const subject = { action: "start" };
  askAttempt(state, "start", subject);
  const last = state.start;
  if (last?.fingerprint === fingerprint && !last.ended) {
    return { state, answer: { generation: state.generation } };
  }
  const spent = last ? [...state.spent, last.fingerprint] : state.spent;
  if (spent.includes(fingerprint)) {
    throw refusal("ledger/secret-reused", subject);
  }
  const generation = state.generation + 1;
  const start = { fingerprint, ended: false };
  return {
    state: { ...state, generation, start, spent },
    answer: { generation },
  };
}

/** The permanent id of a conversation, made at the first question. */
export function sessionStep(
  state: LedgerState,
  thread: string,
  source: IdSource,
): Step<Session> {
  // A program in JavaScript may give anything.
  conversationOf(String(thread));
  const known = state.sessions.find((session) => session.thread === thread);
  if (known) return { state, answer: known };
  const id = nextId(state.last_id, source);
  const session = { id, thread };
  const sessions = [...state.sessions, session];
  return { state: { ...state, last_id: id, sessions }, answer: session };
}

/** What admits an attempt. */
export interface Admission {
  /** The fingerprint of the start's secret. */
  readonly fingerprint: string;
  /** Such as `link:main`. */
  readonly thread: string;
  /** The host's name for the attempt. */
  readonly attempt: string;
  /** The adapter's reference. */
  readonly binding: string;
}

/** Makes an attempt the active one. */
export function admitStep(
  state: LedgerState,
  { fingerprint, thread, attempt, binding }: Admission,
): Step<Attempt> {
  const subject = { action: `admit attempt ${quote(attempt)}` };
  // A program in JavaScript may give anything.
  conversationOf(String(thread));
  requireSecret(state, fingerprint, subject);
  const session = state.sessions.find((one) => one.thread === thread);
  const { attempt: active, generation } = state;
  const same = session !== undefined && active?.session === session.id &&
    active.binding === binding;
  const call = same ? "admit" : "admit other";
  if (askAttempt(state, call, subject, attempt) === "same") {
    return { state, answer: active! };
  }
  if (!session) throw refusal("ledger/session-unknown", subject);
  const admitted = { attempt, binding, session: session.id, generation };
  return { state: { ...state, attempt: admitted }, answer: admitted };
}

/** Ends an attempt whose execution the host has contained. */
export function retireStep(
  state: LedgerState,
  { attempt, generation }: AttemptRef,
): Step<AttemptRef> {
  const subject = { action: `retire attempt ${quote(attempt)}` };
  requireGeneration(state, { attempt, generation }, subject);
  const outcome = askAttempt(state, "retire", subject, attempt);
  const next = outcome === "same" ? state : ended(state);
  return { state: next, answer: { attempt, generation } };
}

/** The restart barrier: ends the attempt, and the start with its secret. */
export function recoverStep(
  state: LedgerState,
): Step<{ readonly generation: number }> {
  const outcome = askAttempt(state, "recover", { action: "recover" });
  if (outcome === "same") {
    return { state, answer: { generation: state.generation } };
  }
  const generation = state.generation + 1;
  const start = { fingerprint: state.start!.fingerprint, ended: true };
  return {
    state: { ...ended(state), generation, start },
    answer: { generation },
  };
}

/**
 * Refuses a generation that is not the attempt's, ended or not. An attempt that
 * the ledger does not know has none.
 *
 * @param state The ledger.
 * @param ref What was given.
 * @param subject What it is about, for the message.
 * @throws {LnkError} `ledger/stale-generation`.
 */
export function requireGeneration(
  state: LedgerState,
  { attempt, generation }: AttemptRef,
  subject: Subject,
): void {
  const named = (one: AttemptRef | null) => one?.attempt === attempt;
  const known = [state.attempt, ...state.ended].find(named) ??
    state.requests.find(named);
  if (!known || known.generation === generation) return;
  throw refusal("ledger/stale-generation", subject);
}

function ended(state: LedgerState): LedgerState {
  if (!state.attempt) return state;
  const { attempt, generation } = state.attempt;
  const all = [...state.ended, { attempt, generation }];
  return { ...state, attempt: null, ended: all };
}
