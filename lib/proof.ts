// Copyright 2026 the lnk authors. MIT license.

/**
 * The proof that an endpoint holds an agent's key.
 *
 * Link asks with a fresh challenge; the answer is an HMAC under a label of its
 * own, so that it is never the key, never a signature of anything else, and of
 * no use for another challenge. (Harness Base, "The endpoint's proof")
 *
 * @module
 */

import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import { encodeHex } from "@std/encoding/hex";
import { LnkError } from "./errors.ts";
import { emptyKey } from "./secret.ts";

/** Where an endpoint is asked for its proof, with GET. */
export const PROOF_PATH = "/_link/proof";

/** The request header that brings the challenge. */
export const CHALLENGE_HEADER = "Link-Challenge";

/** The response header that brings the proof. */
export const PROOF_HEADER = "Link-Proof";

/** What stands before the challenge in the text that is signed. */
const ENDPOINT_LABEL = "link-endpoint-proof:v1:";

/** How many random bytes are in a challenge of ours. */
const CHALLENGE_BYTES = 32;

const encoder = new TextEncoder();

/**
 * Whether a text is a challenge: 32 to 128 hex digits of either case.
 *
 * @example Usage
 * ```ts
 * import { isChallenge } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isChallenge("0123456789abcdefABCDEF0123456789a"), true);
 * assertEquals(isChallenge("0123456789abcdef"), false);
 * ```
 *
 * @param text Any text.
 * @returns Whether an endpoint may answer it.
 */
export function isChallenge(text: string): boolean {
  return /^[0-9a-fA-F]{32,128}$/.test(text);
}

/**
 * Whether a text has the form of a proof: 64 lowercase hex digits.
 *
 * @param text Any text.
 * @returns Whether it can be the proof of some key and challenge.
 */
export function isProof(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/**
 * Makes a fresh challenge.
 *
 * @param random Gives that many fresh random bytes.
 * @returns 64 lowercase hex digits.
 */
export function newChallenge(
  random: (length: number) => Uint8Array<ArrayBuffer>,
): string {
  return encodeHex(random(CHALLENGE_BYTES));
}

/**
 * The answer that only a holder of the key can give.
 *
 * @example Usage
 * ```ts
 * import { endpointProof, proofMatches } from "@lnk/tool";
 * import { assert } from "@std/assert";
 *
 * const key = new TextEncoder().encode("a key");
 * const challenge = "00112233445566778899aabbccddeeff";
 * const proof = await endpointProof(key, challenge);
 * assert(await proofMatches(key, challenge, proof));
 * ```
 *
 * @param key The agent's key.
 * @param challenge The challenge, as it was received.
 * @returns 64 lowercase hex digits.
 * @throws {LnkError} `proof/not-a-challenge`, `key/empty`.
 */
export async function endpointProof(
  key: Uint8Array<ArrayBuffer>,
  challenge: string,
): Promise<string> {
  if (!isChallenge(challenge)) throw notChallenge(challenge);
  return await labelledProof(key, ENDPOINT_LABEL, challenge);
}

// The text itself is not shown: it may be a key that took the wrong place.
function notChallenge(text: string): LnkError {
  return new LnkError(
    "usage",
    "proof/not-a-challenge",
    `Cannot answer a challenge of ${text.length} characters: ` +
      "a challenge is 32 to 128 hex digits",
  );
}

/**
 * Whether a proof is the endpoint's answer to a challenge.
 *
 * A comparison takes the same time wherever the two differ.
 *
 * @param key The agent's key.
 * @param challenge The challenge that was asked.
 * @param proof The answer that came.
 * @returns False, never an error, for anything malformed: a text that is no
 *   challenge, a proof that is not 64 lowercase hex digits, an empty key.
 */
export async function proofMatches(
  key: Uint8Array<ArrayBuffer>,
  challenge: string,
  proof: string,
): Promise<boolean> {
  if (key.length === 0 || !isChallenge(challenge)) return false;
  const expected = encoder.encode(await endpointProof(key, challenge));
  // Cut first: a hostile answer can be as long as it likes.
  const given = encoder.encode(proof.slice(0, expected.length + 1));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * HMAC-SHA256 of a label and a text: what all proofs here are made of.
 *
 * Different labels keep a proof for one purpose from serving for another.
 *
 * @param key The secret.
 * @param label What the proof is for, with its version, such as
 *   `link-endpoint-proof:v1:`.
 * @param text What is proved; encoded as UTF-8.
 * @returns 64 lowercase hex digits.
 * @throws {LnkError} `key/empty`.
 */
export async function labelledProof(
  key: Uint8Array<ArrayBuffer>,
  label: string,
  text: string,
): Promise<string> {
  if (key.length === 0) throw emptyKey();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const hmac = await crypto.subtle.importKey("raw", key, algorithm, false, [
    "sign",
  ]);
  const message = encoder.encode(label + text);
  return encodeHex(await crypto.subtle.sign("HMAC", hmac, message));
}
