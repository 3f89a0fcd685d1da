// Copyright 2026 the lnk authors. MIT license.

/**
 * The secrets of this start, and who proved to hold one.
 *
 * Link gives every start of an agent a fresh binding secret. Only the newest
 * counts: what was proved with an older one holds no longer.
 *
 * Source: the specification's "Portable Context", "The binding" and "What the
 * bridge checks".
 *
 * @module
 */

import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import { isChallenge, labelledProof } from "../proof.ts";
import { emptyKey } from "../secret.ts";
import type { Binding } from "./interface.ts";

const LABEL = "link-bridge-proof:v1:";

/** Who a client proved to be. */
export interface Proven {
  /** For whom it proved itself. */
  readonly binding: Binding;
  /** Whether the secret it used is still the one of the newest start. */
  holds(): boolean;
}

/** The secrets of this start, by agent and owner. */
export interface Keyring {
  /** Takes a start's secret; the one before it is refused from now on. Fails with `key/empty`. */
  start(binding: Binding, secret: Uint8Array<ArrayBuffer>): void;
  /** Forgets the secret: nobody can prove to be that agent and owner. */
  end(binding: Binding): void;
  /** Checks a proof; `undefined`, never an error, for any that is not right. */
  prove(
    binding: Binding,
    challenge: string,
    proof: string,
  ): Promise<Proven | undefined>;
}

/** One start of an agent. */
interface Start {
  readonly secret: Uint8Array<ArrayBuffer>;
}

/**
 * A keyring without a secret.
 *
 * @example Usage
 * ```ts
 * import { bridgeProof, keyring } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const keys = keyring();
 * const ada = { agent: "ada", owner: "kay" };
 * const secret = new TextEncoder().encode("of this start");
 * keys.start(ada, secret);
 * const challenge = "00112233445566778899aabbccddeeff";
 * const proof = await bridgeProof(secret, challenge, ada);
 * const proven = await keys.prove(ada, challenge, proof);
 * assertEquals(proven?.holds(), true);
 * keys.start(ada, new TextEncoder().encode("of the next start"));
 * assertEquals(proven?.holds(), false);
 * ```
 *
 * @returns The keyring.
 */
export function keyring(): Keyring {
  const starts = new Map<string, Start>();
  return {
    start: (binding, secret) => {
      if (secret.length === 0) throw emptyKey();
      starts.set(nameOf(binding), { secret: secret.slice() });
    },
    end: (binding) => {
      starts.delete(nameOf(binding));
    },
    prove: async (binding, challenge, proof) => {
      const start = starts.get(nameOf(binding));
      // An unknown agent costs the same time as a wrong proof.
      const secret = start?.secret ?? new Uint8Array(32);
      const right = await isProof(secret, { binding, challenge, proof });
      const holds = () =>
        start !== undefined && starts.get(nameOf(binding)) === start;
      return right && holds() ? { binding, holds } : undefined;
    },
  };
}

/**
 * The answer to a bridge's challenge: HMAC-SHA256 under a label of its own of
 * the challenge, the agent and the owner, each on a line.
 *
 * @param secret This start's secret.
 * @param challenge The challenge, as it was received.
 * @param binding Who proves itself.
 * @returns 64 lowercase hex digits.
 * @throws {LnkError} `key/empty`.
 */
export function bridgeProof(
  secret: Uint8Array<ArrayBuffer>,
  challenge: string,
  { agent, owner }: Binding,
): Promise<string> {
  return labelledProof(secret, LABEL, `${challenge}\n${agent}\n${owner}`);
}

interface Claim {
  readonly binding: Binding;
  readonly challenge: string;
  readonly proof: string;
}

async function isProof(
  secret: Uint8Array<ArrayBuffer>,
  { binding, challenge, proof }: Claim,
): Promise<boolean> {
  if (!isChallenge(challenge) || !/^[0-9a-f]{64}$/.test(proof)) return false;
  const encoder = new TextEncoder();
  const expected = await bridgeProof(secret, challenge, binding);
  return timingSafeEqual(encoder.encode(proof), encoder.encode(expected));
}

/** JSON, so that no agent and owner run together into another pair. */
function nameOf({ agent, owner }: Binding): string {
  return JSON.stringify([agent, owner]);
}
