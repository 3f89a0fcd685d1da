// Copyright 2026 the lnk authors. MIT license.

import { assert, assertEquals, assertRejects } from "@std/assert";
import { decodeHex } from "@std/encoding/hex";
import fc from "fast-check";
import {
  endpointProof,
  isChallenge,
  labelledProof,
  LnkError,
  newChallenge,
  proofMatches,
} from "@lnk/tool";
import vectors from "./vectors/proof.json" with { type: "json" };

const random = (length: number) =>
  crypto.getRandomValues(new Uint8Array(length));

Deno.test("isChallenge() takes 32 to 128 hex digits and nothing else", () => {
  for (const { text, valid } of vectors.challenges) {
    assertEquals(isChallenge(text), valid, JSON.stringify(text));
  }
});

Deno.test("newChallenge() is 64 hex digits of the bytes it was given", () => {
  const bytes = (length: number) => new Uint8Array(length).fill(0xa5);
  assertEquals(newChallenge(bytes), "a5".repeat(32));
  assert(isChallenge(newChallenge(random)));
});

Deno.test.each(vectors.proofs)(
  "endpointProof() gives the vector $name",
  async ({ key_hex, challenge, proof }) => {
    const key = decodeHex(key_hex);
    assertEquals(await endpointProof(key, challenge), proof);
    assert(await proofMatches(key, challenge, proof));
  },
);

Deno.test("proofMatches() is false for every case of no_match", async () => {
  const { key_hex, cases } = vectors.no_match;
  const key = decodeHex(key_hex);
  for (const { name, challenge, proof } of cases) {
    assertEquals(await proofMatches(key, challenge, proof), false, name);
  }
});

Deno.test("endpointProof() refuses a text that is no challenge, without showing it", async () => {
  const error = await assertRejects(
    () => endpointProof(random(8), "my-secret-key"),
    LnkError,
  );
  assertEquals(error.code, "proof/not-a-challenge");
  assert(!error.message.includes("my-secret-key"));
});

Deno.test("an empty key makes no proof and matches none", async () => {
  const none = new Uint8Array();
  const challenge = "0".repeat(32);
  const error = await assertRejects(
    () => endpointProof(none, challenge),
    LnkError,
  );
  assertEquals(error.code, "key/empty");
  assertEquals(await proofMatches(none, challenge, "0".repeat(64)), false);
});

const hexDigits = fc.string({
  unit: fc.constantFrom(..."0123456789abcdefABCDEF"),
  minLength: 32,
  maxLength: 128,
});
const keys = fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) =>
  new Uint8Array(bytes)
);

Deno.test("a proof matches its own key and challenge only", async () => {
  await fc.assert(
    fc.asyncProperty(
      keys,
      keys,
      hexDigits,
      hexDigits,
      async (key, other, challenge, another) => {
        const proof = await endpointProof(key, challenge);
        assert(/^[0-9a-f]{64}$/.test(proof));
        assert(await proofMatches(key, challenge, proof));
        assertEquals(
          await proofMatches(key, another, proof),
          another === challenge,
        );
        // HMAC fills a short key up with zeros: such keys are one key.
        if (padded(key) !== padded(other)) {
          assert(!await proofMatches(other, challenge, proof));
        }
      },
    ),
    { numRuns: 50 },
  );
});

function padded(key: Uint8Array): string {
  return key.join(",").replace(/(?:,0)+$/, "");
}

Deno.test("proofMatches() never fails, whatever it is given", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(hexDigits, fc.string({ unit: "binary" })),
      fc.string({ unit: "binary", maxLength: 100 }),
      async (challenge, proof) => {
        const key = new Uint8Array([1]);
        assertEquals(await proofMatches(key, challenge, proof), false);
      },
    ),
    { numRuns: 50 },
  );
});

Deno.test("another label or version makes another proof", async () => {
  const key = random(32);
  const challenge = newChallenge(random);
  const proofs = await Promise.all(
    ["", "link-endpoint-proof:v1:", "link-endpoint-proof:v2:", "other:v1:"]
      .map((label) => labelledProof(key, label, challenge)),
  );
  assertEquals(new Set(proofs).size, proofs.length);
  assertEquals(proofs[1], await endpointProof(key, challenge));
});

function hasOpenssl(): boolean {
  try {
    return new Deno.Command("openssl", { args: ["version"], stdout: "null" })
      .outputSync().success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "openssl gives every proof of the vectors",
  ignore: !hasOpenssl(),
  fn: async () => {
    for (const { name, key, key_hex, challenge, proof } of vectors.proofs) {
      const signed = `link-endpoint-proof:v1:${challenge}`;
      assertEquals(await openssl(`hexkey:${key_hex}`, signed), proof, name);
      if (key === undefined) continue;
      assertEquals(await openssl(`key:${key}`, signed), proof, name);
    }
  },
});

async function openssl(option: string, text: string): Promise<string> {
  const child = new Deno.Command("openssl", {
    args: ["dgst", "-sha256", "-mac", "HMAC", "-macopt", option],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout).trim().split("= ")[1] ?? "";
}
