// Copyright 2026 the lnk authors. MIT license.

/**
 * The state machine of the ledger. docs/ledger.md holds the same table, and a
 * test compares the two and tries every cell.
 *
 * A cell is the next state, `same` (nothing changes, what was committed is
 * returned), or the code of a refusal. In the rows of an attempt, `request`
 * leaves the answer to the rows of its request.
 *
 * @module
 */

/** How a ledger stands towards one attempt id. */
export type AttemptState =
  | "unstarted"
  | "idle"
  | "busy"
  | "active"
  | "over"
  | "over unstarted"
  | "over busy";

/** What can be asked of an attempt. */
export type AttemptCall =
  | "start"
  | "admit"
  | "admit other"
  | "propose"
  | "consume"
  | "retire"
  | "recover";

/** How a request stands; `over`: its attempt has ended. */
export type RequestState =
  | "none"
  | "pending"
  | "allowed"
  | "denied"
  | "claimed"
  | "pending over"
  | "allowed over"
  | "denied over"
  | "claimed over";

/** What can be asked of a request. */
export type RequestCall =
  | "propose"
  | "propose other"
  | "allow_once"
  | "deny"
  | "consume"
  | "end"
  | "archive"
  | "archive it";

/** The code of a refusal. */
export type Refusal = `ledger/${string}`;

/** What a cell of an attempt's row says. */
export type AttemptOutcome = AttemptState | "same" | "request" | Refusal;

/** What a cell of a request's row says. */
export type RequestOutcome = RequestState | "archived" | "same" | Refusal;

/** How a ledger stands towards an attempt id, and what each call then does. */
export const ATTEMPT_TABLE: Readonly<
  Record<AttemptState, Readonly<Record<AttemptCall, AttemptOutcome>>>
> = {
  "unstarted": {
    "start": "idle",
    "admit": "ledger/not-started",
    "admit other": "ledger/not-started",
    "propose": "ledger/not-started",
    "consume": "ledger/not-started",
    "retire": "ledger/attempt-unknown",
    "recover": "same",
  },
  "idle": {
    "start": "idle",
    "admit": "active",
    "admit other": "active",
    "propose": "ledger/attempt-unknown",
    "consume": "ledger/attempt-unknown",
    "retire": "ledger/attempt-unknown",
    "recover": "unstarted",
  },
  "busy": {
    "start": "ledger/attempt-active",
    "admit": "ledger/attempt-active",
    "admit other": "ledger/attempt-active",
    "propose": "ledger/attempt-unknown",
    "consume": "ledger/attempt-unknown",
    "retire": "ledger/attempt-unknown",
    "recover": "unstarted",
  },
  "active": {
    "start": "ledger/attempt-active",
    "admit": "same",
    "admit other": "ledger/other-admission",
    "propose": "request",
    "consume": "request",
    "retire": "over",
    "recover": "over unstarted",
  },
  "over": {
    "start": "over",
    "admit": "ledger/attempt-over",
    "admit other": "ledger/attempt-over",
    "propose": "ledger/attempt-over",
    "consume": "request",
    "retire": "same",
    "recover": "over unstarted",
  },
  "over unstarted": {
    "start": "over",
    "admit": "ledger/not-started",
    "admit other": "ledger/not-started",
    "propose": "ledger/not-started",
    "consume": "ledger/not-started",
    "retire": "same",
    "recover": "same",
  },
  "over busy": {
    "start": "ledger/attempt-active",
    "admit": "ledger/attempt-over",
    "admit other": "ledger/attempt-over",
    "propose": "ledger/attempt-over",
    "consume": "request",
    "retire": "same",
    "recover": "over unstarted",
  },
};

/** How a request stands, and what each call then does. */
export const REQUEST_TABLE: Readonly<
  Record<RequestState, Readonly<Record<RequestCall, RequestOutcome>>>
> = {
  "none": {
    "propose": "pending",
    "propose other": "pending",
    "allow_once": "ledger/request-unknown",
    "deny": "ledger/request-unknown",
    "consume": "ledger/request-unknown",
    "end": "same",
    "archive": "same",
    "archive it": "ledger/request-unknown",
  },
  "pending": {
    "propose": "same",
    "propose other": "ledger/other-proposal",
    "allow_once": "allowed",
    "deny": "denied",
    "consume": "ledger/not-answered",
    "end": "pending over",
    "archive": "same",
    "archive it": "ledger/not-finished",
  },
  "allowed": {
    "propose": "same",
    "propose other": "ledger/other-proposal",
    "allow_once": "same",
    "deny": "ledger/other-answer",
    "consume": "claimed",
    "end": "allowed over",
    "archive": "same",
    "archive it": "ledger/not-finished",
  },
  "denied": {
    "propose": "same",
    "propose other": "ledger/other-proposal",
    "allow_once": "ledger/other-answer",
    "deny": "same",
    "consume": "ledger/denied",
    "end": "denied over",
    "archive": "same",
    "archive it": "ledger/not-finished",
  },
  "claimed": {
    "propose": "same",
    "propose other": "ledger/other-proposal",
    "allow_once": "same",
    "deny": "ledger/other-answer",
    "consume": "ledger/claimed",
    "end": "claimed over",
    "archive": "same",
    "archive it": "ledger/not-finished",
  },
  "pending over": {
    "propose": "ledger/attempt-over",
    "propose other": "ledger/attempt-over",
    "allow_once": "ledger/recovery-required",
    "deny": "denied over",
    "consume": "ledger/attempt-over",
    "end": "same",
    "archive": "same",
    "archive it": "ledger/not-finished",
  },
  "allowed over": {
    "propose": "ledger/attempt-over",
    "propose other": "ledger/attempt-over",
    "allow_once": "same",
    "deny": "ledger/other-answer",
    "consume": "ledger/attempt-over",
    "end": "same",
    "archive": "same",
    "archive it": "archived",
  },
  "denied over": {
    "propose": "ledger/attempt-over",
    "propose other": "ledger/attempt-over",
    "allow_once": "ledger/other-answer",
    "deny": "same",
    "consume": "ledger/attempt-over",
    "end": "same",
    "archive": "archived",
    "archive it": "archived",
  },
  "claimed over": {
    "propose": "ledger/attempt-over",
    "propose other": "ledger/attempt-over",
    "allow_once": "same",
    "deny": "ledger/other-answer",
    "consume": "ledger/claimed",
    "end": "same",
    "archive": "archived",
    "archive it": "archived",
  },
};
