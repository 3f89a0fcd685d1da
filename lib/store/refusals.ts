// Copyright 2026 the lnk authors. MIT license.

/**
 * What a bridge answers to clients that it does not serve, and to requests
 * that they may not make.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import type { Proven } from "./keyring.ts";
import type { BridgeRequest, StoreRequest } from "./protocol.ts";
import { lineTooLong, malformedLine } from "./requests.ts";
import type { NoLine } from "./stream.ts";

/**
 * The refusal of a client whose proof does not match.
 *
 * @returns An error of code `bridge/not-proven`.
 */
export function notProven(): LnkError {
  return new LnkError(
    "no",
    "bridge/not-proven",
    "Cannot serve this client: its proof is not of this start's secret",
  );
}

/**
 * Only the one who said hello asks, with the secret of the newest start.
 *
 * @param request What is asked.
 * @param proven Who said hello.
 * @throws {LnkError} `bridge/old-start`, `bridge/hello-again`,
 *   `bridge/other-binding`.
 */
export function requireSame(
  request: BridgeRequest,
  { binding, holds }: Proven,
): asserts request is StoreRequest {
  if (!holds()) {
    throw new LnkError(
      "no",
      "bridge/old-start",
      "Cannot serve this client any longer: the agent was started anew",
    );
  }
  if (request.op === "hello") {
    throw new LnkError(
      "usage",
      "bridge/hello-again",
      "Cannot answer a second hello: the client is known already",
    );
  }
  const { agent = binding.agent, owner = binding.owner } = request;
  if (agent === binding.agent && owner === binding.owner) return;
  throw new LnkError(
    "no",
    "bridge/other-binding",
    "Cannot answer for another agent or owner than the one of the hello",
  );
}

/**
 * The refusal of a request before the hello.
 *
 * @param op What was asked.
 * @returns An error of code `bridge/hello-first`.
 */
export function helloFirst(op: string): LnkError {
  return new LnkError(
    "no",
    "bridge/hello-first",
    `Cannot answer ${op}: the client has not said hello`,
  );
}

/**
 * The error for a line that cannot be read.
 *
 * @param line Why not.
 * @param limit The most bytes it may have.
 * @returns An error of code `bridge/line-too-long`, `bridge/malformed-line` or
 *   `bridge/late`.
 */
export function noRequest(line: NoLine, limit: number): LnkError {
  if (line === "too-long") return lineTooLong(limit);
  if (line === "not-text") return malformedLine("the line is not UTF-8");
  return new LnkError(
    "unable",
    "bridge/late",
    "Cannot wait for this client any longer: no whole request came in time",
  );
}

/**
 * What a client is told of a failure.
 *
 * @param thrown Anything.
 * @returns Itself, or, of a failure that nobody planned for, its message
 *   without a stack.
 */
export function asLnkError(thrown: unknown): LnkError {
  if (thrown instanceof LnkError) return thrown;
  const what = thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}`
    : String(thrown);
  return new LnkError("unable", "program/bug", `Unexpected failure: ${what}`, {
    cause: thrown,
  });
}
