// Copyright 2026 the lnk authors. MIT license.

/**
 * One question to an endpoint, and the head of what it answers.
 *
 * @module
 */

import type { Loopback } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import { CHALLENGE_HEADER, PROOF_PATH } from "../proof.ts";
import { type Head, type HeadFault, readHead, writeHead } from "./http.ts";

/** Most often from a server that ends its lines with LF alone. */
export const CUT = "its headers never ended with an empty line (CR LF)";

/** How a question is asked. */
export interface Asking {
  /** The network. */
  readonly loopback: Loopback;
  /** Milliseconds for connecting and answering together. */
  readonly limit: number;
}

/**
 * One request, one head, and no longer than the limit for both.
 *
 * @param port Where.
 * @param challenge What is asked.
 * @param asking Network and limit.
 * @returns The head of the answer, or why there is none.
 * @throws {LnkError} `endpoint/unreachable`, `endpoint/no-answer`.
 */
export async function ask(
  port: number,
  challenge: string,
  { loopback, limit }: Asking,
): Promise<Head | HeadFault> {
  const end = new AbortController();
  let begun = false;
  const late = new Promise<never>((_, reject) => {
    end.signal.onabort = () =>
      reject(
        noAnswer(port, begun ? CUT : `none came in ${limit / 1000} s`),
      );
  });
  const timer = setTimeout(() => end.abort(), limit);
  try {
    return await Promise.race([
      late,
      exchange(port, challenge, {
        loopback,
        signal: end.signal,
        onBytes: () => begun = true,
      }),
    ]);
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

async function exchange(
  port: number,
  challenge: string,
  { loopback, signal, onBytes }: {
    loopback: Loopback;
    signal: AbortSignal;
    onBytes: () => void;
  },
): Promise<Head | HeadFault> {
  const wire = await connect(loopback, port);
  if (signal.aborted) wire.close();
  signal.addEventListener("abort", () => wire.close());
  try {
    await writeHead(wire, [
      `GET ${PROOF_PATH} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `${CHALLENGE_HEADER}: ${challenge}`,
      "Connection: close",
    ]);
  } catch {
    // It may have answered before it stopped listening.
  }
  return await readHead({
    ...wire,
    read: async (into) => {
      const got = await wire.read(into);
      if (got) onBytes();
      return got;
    },
  });
}

async function connect(loopback: Loopback, port: number) {
  try {
    return await loopback.connect(port);
  } catch (cause) {
    throw new LnkError(
      "unable",
      "endpoint/unreachable",
      `Cannot reach the endpoint at 127.0.0.1:${port}: nothing listens there`,
      { cause },
    );
  }
}

/**
 * The error for an answer that did not come whole.
 *
 * @param port Where it was asked for.
 * @param state What came of it.
 * @returns An error of code `endpoint/no-answer`.
 */
export function noAnswer(port: number, state: string): LnkError {
  return new LnkError(
    "unable",
    "endpoint/no-answer",
    `Cannot get an answer from 127.0.0.1:${port}: ${state}`,
  );
}
