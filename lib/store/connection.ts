// Copyright 2026 the lnk authors. MIT license.

/**
 * One connection of a client to a bridge: the hello, and a request at a time.
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import type { Binding } from "./interface.ts";
import { bridgeProof } from "./keyring.ts";
import { inTime, type Line, lineReader, writeAll } from "./stream.ts";
import { type Answers, HELLO_LIMIT, type Op, REPLY_LIMIT } from "./protocol.ts";
import { noReply, parseChallenge, parseReply } from "./replies.ts";
import { encodeRequest } from "./requests.ts";

/** What a client bears, in milliseconds and bytes. */
export interface ClientLimits {
  /** Until it is connected and known. */
  readonly hello: number;
  /** Until a request is sent, and again until its reply is there. */
  readonly reply: number;
  /** The most bytes of a reply. */
  readonly length: number;
}

/** What a client bears where nothing else is said; it waits longer than a store does for its lock. */
export const CLIENT_LIMITS: ClientLimits = {
  hello: 15_000,
  reply: 60_000,
  length: REPLY_LIMIT,
};

/** What a client needs to connect. */
export interface ClientOptions {
  /** Reaches the bridge. */
  readonly connect: () => Promise<Wire>;
  /** Whose storage is meant. */
  readonly binding: Binding;
  /** This start's secret. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** How long to wait; {@linkcode CLIENT_LIMITS} without it. */
  readonly limits?: ClientLimits;
}

/** A connection whose hello was taken. */
export interface Connection {
  /** Sends a request: how many bytes went, or "late". */
  send(line: Uint8Array<ArrayBuffer>): Promise<number | "late">;
  /** The reply to the request that was sent. */
  reply<K extends Op>(op: K): Promise<Answers[K]>;
  /** Ends it. */
  close(): void;
}

/**
 * Connects to a bridge and proves who asks.
 *
 * @param options How, and for whom.
 * @returns The connection.
 * @throws {LnkError} `store/unreachable`, `bridge/protocol`, and what the
 *   bridge refuses with, such as `bridge/not-proven`.
 */
export async function connectBridge(
  options: ClientOptions,
): Promise<Connection> {
  const { hello: wait } = options.limits ?? CLIENT_LIMITS;
  let wire: Wire | undefined;
  let given = false;
  const greeted = (async () => {
    wire = await reach(options);
    // Time ran out meanwhile: nobody else can close it.
    if (given) wire.close();
    return await sayHello(wire, options);
  })();
  try {
    const connection = await inTime(wait, greeted);
    if (connection !== "late") return connection;
    throw unreachable("it did not answer in time");
  } catch (error) {
    given = true;
    wire?.close();
    throw error;
  }
}

async function reach({ connect }: ClientOptions): Promise<Wire> {
  try {
    return await connect();
  } catch (cause) {
    if (cause instanceof LnkError) throw cause;
    throw unreachable(
      cause instanceof Error ? cause.message : String(cause),
      cause,
    );
  }
}

async function sayHello(
  wire: Wire,
  { binding, secret, limits = CLIENT_LIMITS }: ClientOptions,
): Promise<Connection> {
  const lines = lineReader(wire);
  const next = async (length: number, wait: number) => {
    const text = lineText(
      await lines.next({ length, idle: wait, whole: wait }),
    );
    // A bridge speaks only when it is asked: which of the two is the reply?
    if (lines.waiting > 0) throw noReply("it said more than it was asked");
    return text;
  };
  const connection: Connection = {
    send: (line) => inTime(limits.reply, writeAll(wire, line)),
    reply: async (op) =>
      parseReply(op, await next(limits.length, limits.reply)),
    close: () => wire.close(),
  };
  const first = await next(HELLO_LIMIT, limits.hello);
  const { agent, owner } = binding;
  const proof = await bridgeProof(secret, parseChallenge(first), binding);
  const hello = { op: "hello", agent, owner, proof } as const;
  // Where this fails, the reply tells why: a bridge that turns a caller away says so first.
  await connection.send(encodeRequest(hello));
  await connection.reply("hello");
  return connection;
}

function lineText(line: Line): string {
  if (typeof line !== "string") return line.text;
  switch (line) {
    case "ended":
      throw unreachable("the connection ended");
    case "late":
      throw unreachable("no reply came in time");
    case "too-long":
      throw noReply("a line of it is too long");
    case "not-text":
      throw noReply("a line of it is not UTF-8");
  }
}

/**
 * The error for a bridge that cannot be reached.
 *
 * @param state What happened.
 * @param cause What said so.
 * @returns An error of code `store/unreachable`.
 */
export function unreachable(state: string, cause?: unknown): LnkError {
  return new LnkError(
    "unable",
    "store/unreachable",
    `Cannot reach the store: ${state}`,
    {
      cause,
      help: "nothing was changed: check that the server runs, then try again",
    },
  );
}
