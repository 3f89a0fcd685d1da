// Copyright 2026 the lnk authors. MIT license.

/**
 * The refusals of a ledger, in words.
 *
 * @module
 */

import { type Kind, LnkError, type LnkErrorOptions } from "../errors.ts";
import { quote } from "../text.ts";
import type { Refusal } from "./table.ts";

/** What a refusal is about. */
export interface Subject {
  /** What could not be done, such as `admit attempt "a1"`. */
  readonly action: string;
  /** The request, where there is one. */
  readonly request?: string | undefined;
  /** The active attempt, where there is one. */
  readonly active?: string | undefined;
}

type Words = readonly [Kind, (subject: Subject) => string];

const WORDS: Readonly<Record<string, Words>> = {
  "ledger/not-started": ["conflict", () => "no start is current"],
  "ledger/stale-secret": [
    "conflict",
    () => "the secret is not the one of the current start",
  ],
  "ledger/stale-generation": [
    "conflict",
    () => "the generation is not the attempt's",
  ],
  "ledger/secret-reused": [
    "conflict",
    () => "its secret is an earlier start's, which has ended",
  ],
  "ledger/attempt-active": [
    "conflict",
    ({ active = "" }) => `attempt ${quote(active)} is active`,
  ],
  "ledger/attempt-unknown": [
    "conflict",
    () => "no such attempt was admitted",
  ],
  "ledger/attempt-over": ["conflict", () => "its attempt has ended"],
  "ledger/other-admission": [
    "conflict",
    () => "it was admitted with another session or binding",
  ],
  "ledger/other-attempt": [
    "conflict",
    () => "it is the request of another attempt",
  ],
  "ledger/other-proposal": [
    "conflict",
    ({ request = "" }) =>
      `the attempt has proposed another call, request ${request}`,
  ],
  "ledger/other-answer": [
    "conflict",
    () => "it was answered otherwise",
  ],
  "ledger/recovery-required": [
    "conflict",
    () => "its attempt has ended, so it can only be denied",
  ],
  "ledger/session-unknown": ["no", () => "its thread has no session yet"],
  "ledger/request-unknown": ["no", () => "there is no such request"],
  "ledger/not-answered": ["no", () => "the owner has not answered"],
  "ledger/denied": ["no", () => "the owner denied it"],
  "ledger/claimed": [
    "conflict",
    () => "it was handed out once; whether it ran is uncertain",
  ],
  "ledger/not-finished": ["conflict", () => "it is not finished"],
};

/**
 * The refusal of a call.
 *
 * @param code Its code.
 * @param subject What it is about.
 * @returns The error.
 */
export function refusal(code: Refusal, subject: Subject): LnkError {
  const [kind, state] = WORDS[code]!;
  const { action, request } = subject;
  return new LnkError(kind, code, `Cannot ${action}: ${state(subject)}`, {
    details: request === undefined ? {} : { request },
  });
}

/**
 * The refusal of what stands on the disk: it stays as it is.
 *
 * @param code Its code.
 * @param path The file.
 * @param state What is wrong with it.
 * @param options The next step, the cause.
 * @returns An error of kind `refused`.
 */
export function unusable(
  code: Refusal,
  path: string,
  state: string,
  options: LnkErrorOptions = {},
): LnkError {
  return new LnkError(
    "refused",
    code,
    `Cannot use ${quote(path)}: ${state}`,
    options,
  );
}
