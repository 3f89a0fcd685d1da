// Copyright 2026 the lnk authors. MIT license.

/**
 * A reference endpoint: answers challenges on 127.0.0.1, and does nothing
 * else.
 *
 * @module
 */

import type { Listener, Loopback, Wire } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import { emptyKey } from "../secret.ts";
import { readHead, writeHead } from "./http.ts";
import { responseTo } from "./response.ts";

/** How long one request may take, in milliseconds. */
const REQUEST_LIMIT = 5000;

/** How many connections are open at once; one more ends the oldest. */
const CONNECTIONS = 64;

/** How much is read after a refusal, so that its sender gets to see it: 1 MiB. */
const DRAINED = 1024 * 1024;

/** What an endpoint needs. */
export interface ServeOptions {
  /** The network. */
  readonly loopback: Loopback;
  /** Where to listen; 0 is any free port. */
  readonly port: number;
  /** The agent's key. */
  readonly key: Uint8Array<ArrayBuffer>;
  /** Milliseconds for one request; 5,000 without it. */
  readonly limit?: number;
}

/** An endpoint that answers. */
export interface Endpoint {
  /** Where it listens. */
  readonly port: number;
  /** Frees the port and ends every open connection. */
  close(): void;
  /** Resolves after {@linkcode Endpoint.close}; rejects with `endpoint/cannot-listen` if it can accept no more. */
  readonly closed: Promise<void>;
}

/**
 * Answers challenges as an adapter's endpoint does.
 *
 * GET on `/_link/proof` with exactly one challenge, exactly one Host,
 * which is 127.0.0.1 or localhost, and no body gets a 200 and the proof.
 * Another path gets 404, another method 405, anything else 400; none of them a
 * proof.
 *
 * @param options Network, port, key.
 * @returns The endpoint, which listens already.
 * @throws {LnkError} `endpoint/cannot-listen`, `key/empty`.
 */
export function serveProof(options: ServeOptions): Endpoint {
  if (options.key.length === 0) throw emptyKey();
  const listener = listen(options.loopback, options.port);
  const open = new Set<Wire>();
  let ended = false;
  return {
    port: listener.port,
    close: () => {
      ended = true;
      listener.close();
      for (const wire of open) wire.close();
    },
    closed: acceptAll(listener, open, options).catch((cause) => {
      if (!ended) {
        throw cannotListen(listener.port, "the system ended it", cause);
      }
    }),
  };
}

function listen(loopback: Loopback, port: number): Listener {
  try {
    return loopback.listen(port);
  } catch (cause) {
    const used = cause instanceof Error && cause.name === "AddrInUse";
    const state = used ? "the port is in use" : "the system refuses it";
    throw cannotListen(port, state, cause);
  }
}

function cannotListen(port: number, state: string, cause: unknown): LnkError {
  return new LnkError(
    "unable",
    "endpoint/cannot-listen",
    `Cannot listen on 127.0.0.1:${port}: ${state}`,
    { cause },
  );
}

async function acceptAll(
  listener: Listener,
  open: Set<Wire>,
  { key, limit = REQUEST_LIMIT }: ServeOptions,
): Promise<never> {
  while (true) {
    const wire = await acceptNext(listener);
    // Clients that hold a connection open must not keep others out.
    if (open.size >= CONNECTIONS) drop(open, open.values().next().value!);
    open.add(wire);
    const timer = setTimeout(() => drop(open, wire), limit);
    answer(wire, key)
      .catch(() => {}) // One client's fault is no other's.
      .finally(() => {
        clearTimeout(timer);
        drop(open, wire);
      });
  }
}

/** The next connection that is still there when it is its turn. */
async function acceptNext(listener: Listener): Promise<Wire> {
  while (true) {
    try {
      return await listener.accept();
    } catch (error) {
      const gone = error instanceof Error && error.name === "ConnectionAborted";
      if (!gone) throw error;
    }
  }
}

function drop(open: Set<Wire>, wire: Wire): void {
  open.delete(wire);
  wire.close();
}

async function answer(
  wire: Wire,
  key: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const head = await readHead(wire);
  if (head === "ended") return;
  await writeHead(wire, [
    ...await responseTo(head, key),
    "Cache-Control: no-store",
    "Content-Length: 0",
    "Connection: close",
  ]);
  await wire.closeWrite();
  await drain(wire);
}

/** Closing over unread bytes resets the connection, and the answer with it. */
async function drain(wire: Wire): Promise<void> {
  const buffer = new Uint8Array(16 * 1024);
  for (let read = 0; read < DRAINED;) {
    const got = await wire.read(buffer);
    if (got === null) return;
    read += got;
  }
}
