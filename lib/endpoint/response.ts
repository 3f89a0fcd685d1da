// Copyright 2026 the lnk authors. MIT license.

/**
 * What an endpoint answers to a request: a proof, or which rule it breaks.
 *
 * @module
 */

import {
  CHALLENGE_HEADER,
  endpointProof,
  isChallenge,
  PROOF_HEADER,
  PROOF_PATH,
} from "../proof.ts";
import { type Head, headerValues, type HeadFault } from "./http.ts";

/**
 * Answers a request.
 *
 * @param head What came, or why it is no request.
 * @param key The agent's key.
 * @returns The status line and the headers that depend on the request.
 */
export async function responseTo(
  head: Head | HeadFault,
  key: Uint8Array<ArrayBuffer>,
): Promise<string[]> {
  const bad = ["HTTP/1.1 400 Bad Request"];
  if (typeof head === "string") return bad;
  const [, method, target] = /^([A-Za-z]+) ([!-~]+) HTTP\/1\.[01]$/
    .exec(head.first) ?? [];
  if (method === undefined) return bad;
  if (target !== PROOF_PATH) return ["HTTP/1.1 404 Not Found"];
  if (method !== "GET") {
    return ["HTTP/1.1 405 Method Not Allowed", "Allow: GET"];
  }
  if (!isForHere(head) || announcesBody(head)) return bad;
  const [challenge, ...more] = headerValues(head, CHALLENGE_HEADER);
  if (challenge === undefined || more.length > 0) return bad;
  if (!isChallenge(challenge)) return bad;
  const proof = await endpointProof(key, challenge);
  return ["HTTP/1.1 200 OK", `${PROOF_HEADER}: ${proof}`];
}

/**
 * Whether a request names this machine, and once. A page of the web whose name
 * was pointed at 127.0.0.1 sends its own name here, and gets no proof.
 */
function isForHere(head: Head): boolean {
  const [host, ...more] = headerValues(head, "Host");
  return more.length === 0 &&
    /^(127\.0\.0\.1|localhost)(:[0-9]{1,5})?$/i.test(host ?? "");
}

/** A question has no body: one that is announced may be unfinished, or two readers may see it end at two places. */
function announcesBody(head: Head): boolean {
  const lengths = headerValues(head, "Content-Length");
  return headerValues(head, "Transfer-Encoding").length > 0 ||
    lengths.length > 1 || (lengths[0] ?? "0") !== "0";
}
