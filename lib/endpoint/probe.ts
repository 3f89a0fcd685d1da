// Copyright 2026 the lnk authors. MIT license.

/**
 * Asks an endpoint whether it holds a key, before the key or a message goes
 * there.
 *
 * @module
 */

import { endpointPort, type Loopback } from "../endpoint.ts";
import { isProof, newChallenge, PROOF_HEADER, proofMatches } from "../proof.ts";
import { ask, CUT, noAnswer } from "./ask.ts";
import { type Head, headerValues } from "./http.ts";

/** How long connecting and answering may take together, in milliseconds. */
export const PROBE_LIMIT = 5000;

/** The world of a probe. */
export interface ProbeWorld {
  /** The network. */
  readonly loopback: Loopback;
  /** Gives that many fresh random bytes. */
  random(length: number): Uint8Array<ArrayBuffer>;
  /** Milliseconds for all of it; {@linkcode PROBE_LIMIT} without it. */
  readonly limit?: number;
}

/**
 * Why an answer proves nothing.
 *
 * - `not-http`: it is not HTTP/1.1 or HTTP/1.0.
 * - `too-large`: its head has more than 16 KiB.
 * - `status`: its status is not 200; a redirect is not followed, and an
 *   interim answer (1xx) counts as the answer.
 * - `no-proof`: it has no proof header.
 * - `repeated-proof`: it has the proof header more than once.
 * - `not-a-proof`: its proof header is not 64 lowercase hex digits.
 * - `other-proof`: its proof is of another key or another challenge.
 */
export type ProbeReason =
  | "not-http"
  | "too-large"
  | "status"
  | "no-proof"
  | "repeated-proof"
  | "not-a-proof"
  | "other-proof";

/** What a probe found out. */
export interface Probe {
  /** Whether the endpoint holds the key. */
  readonly matches: boolean;
  /** The port that was asked. */
  readonly port: number;
  /** Why the answer proves nothing, where it does not match. */
  readonly reason?: ProbeReason;
  /** The HTTP status, where there was one. */
  readonly status?: number;
}

/**
 * Asks the endpoint at a URL for its proof of a fresh challenge.
 *
 * GET `/_link/proof` at 127.0.0.1, whatever path the URL has. Only a
 * 200 with exactly one, right proof matches; the body is not looked at, and
 * never more than 4 KiB of it are read.
 *
 * @param url The endpoint.
 * @param key The key it should hold; it is not sent.
 * @param world Network, randomness, time limit.
 * @returns Whether it does, or why its answer proves nothing.
 * @throws {LnkError} `endpoint/url`, `endpoint/unreachable` if nothing listens
 *   there, `endpoint/no-answer` if no whole answer comes in time.
 */
export async function probeEndpoint(
  url: string,
  key: Uint8Array<ArrayBuffer>,
  world: ProbeWorld,
): Promise<Probe> {
  const port = endpointPort(url);
  const challenge = newChallenge(world.random);
  const { loopback, limit = PROBE_LIMIT } = world;
  const head = await ask(port, challenge, { loopback, limit });
  if (head === "ended") throw noAnswer(port, "it ended before its answer");
  if (head === "cut") throw noAnswer(port, CUT);
  if (head === "malformed") return { matches: false, port, reason: "not-http" };
  if (head === "too-large") return { matches: false, port, reason: head };
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(head.first)?.[1]);
  if (Number.isNaN(status)) return { matches: false, port, reason: "not-http" };
  const reason = await judge(
    head,
    status,
    (proof) => proofMatches(key, challenge, proof),
  );
  return reason === undefined
    ? { matches: true, port, status }
    : { matches: false, port, reason, status };
}

async function judge(
  head: Head,
  status: number,
  holds: (proof: string) => Promise<boolean>,
): Promise<ProbeReason | undefined> {
  if (status !== 200) return "status";
  const [proof, ...more] = headerValues(head, PROOF_HEADER);
  if (proof === undefined) return "no-proof";
  if (more.length > 0) return "repeated-proof";
  if (!isProof(proof)) return "not-a-proof";
  return await holds(proof) ? undefined : "other-proof";
}
