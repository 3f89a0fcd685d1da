// Copyright 2026 the lnk authors. MIT license.

/**
 * Steps of requests: propose, respond, consume, archive.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import {
  askAttempt,
  requireGeneration,
  requireSecret,
  type Step,
} from "./attempt_steps.ts";
import { refusal, type Subject } from "./fault.ts";
import { type IdSource, nextId } from "./names.ts";
import {
  type Refusal,
  REQUEST_TABLE,
  type RequestCall,
  type RequestOutcome,
  type RequestState,
} from "./table.ts";
import type {
  Answer,
  AttemptRef,
  LedgerRequest,
  LedgerState,
  ShownRequest,
  Status,
} from "./types.ts";

/**
 * How a request stands. One that is not in authority.json is archived, and
 * over whatever the attempts do.
 *
 * @param state The ledger.
 * @param request The request, if there is one.
 * @returns The row of the table.
 */
export function requestState(
  state: LedgerState,
  request: LedgerRequest | undefined,
): RequestState {
  if (!request) return "none";
  const { attempt } = state;
  // The list is searched last: whoever asks of every request asks it of one.
  const active = attempt?.attempt === request.attempt &&
    attempt.generation === request.generation &&
    find(state, request.request) !== undefined;
  return active ? request.status : `${request.status} over`;
}

/**
 * A request as it is shown.
 *
 * @param state The ledger.
 * @param request One of its requests.
 * @returns The request, and whether it needs a person.
 */
export function shown(
  state: LedgerState,
  request: LedgerRequest,
): ShownRequest {
  const row = requestState(state, request);
  const recovery = row === "pending over" || row === "allowed over";
  return { ...request, recovery_required: recovery };
}

/** Asks the table about a call to a request. */
function ask(
  state: LedgerState,
  request: LedgerRequest | undefined,
  call: RequestCall,
  subject: Subject,
): RequestOutcome {
  const outcome = REQUEST_TABLE[requestState(state, request)][call];
  if (!outcome.startsWith("ledger/")) return outcome;
  const id = request?.request ?? subject.request;
  throw refusal(outcome as Refusal, { ...subject, request: id });
}

/** A call that an attempt proposes. */
export interface Proposal extends AttemptRef {
  /** The fingerprint of the start's secret. */
  readonly fingerprint: string;
  /** The tool to call. */
  readonly tool: string;
  /** JSON text. */
  readonly arguments: string;
}

/** A request and where it stands. */
export interface Standing {
  /** The request. */
  readonly request: string;
  /** Where it stands. */
  readonly status: Status;
}

/** Asks the owner for one call. */
export function proposeStep(
  state: LedgerState,
  proposal: Proposal,
  source: IdSource,
): Step<Standing> {
  const { attempt, generation, tool } = proposal;
  const subject = { action: `propose a call of attempt ${quote(attempt)}` };
  requireSecret(state, proposal.fingerprint, subject);
  requireGeneration(state, proposal, subject);
  askAttempt(state, "propose", subject, attempt);
  const known = requestOf(state, proposal);
  const other = known &&
    (known.tool !== tool || known.arguments !== proposal.arguments);
  const call = other ? "propose other" : "propose";
  if (ask(state, known, call, subject) === "same") {
    return { state, answer: standing(known!) };
  }
  const request: LedgerRequest = {
    request: nextId(state.last_id, source),
    session: state.attempt!.session,
    attempt,
    generation,
    tool,
    arguments: proposal.arguments,
    status: "pending",
  };
  const requests = [...state.requests, request];
  return {
    state: { ...state, last_id: request.request, requests },
    answer: standing(request),
  };
}

/** Takes the owner's answer. */
export function respondStep(
  state: LedgerState,
  id: string,
  answer: Answer,
  archived?: LedgerRequest,
): Step<Standing> {
  const request = find(state, id) ?? archived;
  const subject = { action: `answer request ${quote(id)}`, request: id };
  const outcome = ask(state, request, answer, subject);
  if (outcome === "same") return { state, answer: standing(request!) };
  const status = answer === "allow_once" ? "allowed" : "denied";
  return withStatus(state, request!, status);
}

/** What consumes a request. */
export interface Consumption extends AttemptRef {
  /** The fingerprint of the start's secret. */
  readonly fingerprint: string;
  /** The request's id. */
  readonly request: string;
}

/**
 * The request that may be consumed now.
 *
 * @param state The ledger.
 * @param consumption Who asks for what.
 * @param archived The request, where it is in the history.
 * @returns The allowed request.
 * @throws {LnkError} The refusal of the tables.
 */
export function consumable(
  state: LedgerState,
  consumption: Consumption,
  archived?: LedgerRequest,
): LedgerRequest {
  const { request: id, attempt } = consumption;
  const request = find(state, id) ?? archived;
  const subject = { action: `consume request ${quote(id)}`, request: id };
  requireSecret(state, consumption.fingerprint, subject);
  requireGeneration(state, consumption, subject);
  askAttempt(state, "consume", subject, attempt);
  if (request && request.attempt !== attempt) {
    throw refusal("ledger/other-attempt", subject);
  }
  if (request && request.generation !== consumption.generation) {
    throw refusal("ledger/stale-generation", subject);
  }
  ask(state, request, "consume", subject);
  return request!;
}

/** Claims a call, for good and once. */
export function claimStep(
  state: LedgerState,
  consumption: Consumption,
  archived?: LedgerRequest,
): Step<LedgerRequest> {
  const request = consumable(state, consumption, archived);
  return {
    state: withStatus(state, request, "claimed").state,
    answer: request,
  };
}

/**
 * The requests that can leave for the history.
 *
 * @param state The ledger.
 * @returns Those denied or claimed whose attempt has ended.
 */
export function finished(state: LedgerState): LedgerRequest[] {
  return state.requests.filter((request) =>
    REQUEST_TABLE[requestState(state, request)].archive === "archived"
  );
}

/**
 * The request that an owner wants in the history.
 *
 * @param state The ledger.
 * @param id The request's id.
 * @returns The request.
 * @throws {LnkError} `ledger/request-unknown`, `ledger/not-finished`.
 */
export function archivable(state: LedgerState, id: string): LedgerRequest {
  const request = find(state, id);
  const subject = { action: `archive request ${quote(id)}`, request: id };
  ask(state, request, "archive it", subject);
  return request!;
}

/**
 * Finds a request by its id.
 *
 * @param state The ledger.
 * @param id The request's id.
 * @returns The request, unless it is in the history or nowhere.
 */
export function find(
  state: LedgerState,
  id: string,
): LedgerRequest | undefined {
  // Most often it is one of the newest.
  return state.requests.findLast(({ request }) => request === id);
}

function requestOf(
  state: LedgerState,
  { attempt, generation }: AttemptRef,
): LedgerRequest | undefined {
  return state.requests.find((request) =>
    request.attempt === attempt && request.generation === generation
  );
}

function withStatus(
  state: LedgerState,
  changed: LedgerRequest,
  status: Status,
): Step<Standing> {
  const at = state.requests.findLastIndex(({ request }) =>
    request === changed.request
  );
  // What is recorded nowhere is never acknowledged.
  if (at < 0) throw unrecorded(changed.request);
  const next = { ...changed, status };
  const requests = state.requests.with(at, next);
  return { state: { ...state, requests }, answer: standing(next) };
}

function unrecorded(id: string): LnkError {
  return new LnkError(
    "refused",
    "ledger/history-changed",
    `Cannot change request ${quote(id)}: it is archived, and not finished`,
    { details: { request: id } },
  );
}

function standing({ request, status }: LedgerRequest): Standing {
  return { request, status };
}
