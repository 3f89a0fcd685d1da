// Copyright 2026 the lnk authors. MIT license.

/**
 * One client of a bridge, from the challenge to its end.
 *
 * Requests are answered one after the other, so that a client that does not
 * take its replies is not read from either.
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import { newChallenge } from "../proof.ts";
import { answerRequest } from "./answer.ts";
import type { Binding, Store } from "./interface.ts";
import type { Keyring, Proven } from "./keyring.ts";
import {
  inTime,
  type Line,
  lineReader,
  type NoLine,
  writeAll,
} from "./stream.ts";
import type { LineLimits, LineReader } from "./stream.ts";
import {
  type BridgeRequest,
  HELLO_LIMIT,
  REPLY_LIMIT,
  REQUEST_LIMIT,
  type StoreRequest,
} from "./protocol.ts";
import { errorLine, okLine } from "./replies.ts";
import { lineTooLong, malformedLine, parseRequest } from "./requests.ts";

/** What a bridge bears, in milliseconds and bytes. */
export interface BridgeLimits {
  /** Clients at once. */
  readonly clients: number;
  /** Milliseconds for the hello. */
  readonly hello: number;
  /** Milliseconds without a request. */
  readonly idle: number;
  /** Milliseconds from a request's first byte to its newline. */
  readonly line: number;
  /** Milliseconds for a client to take a reply. */
  readonly reply: number;
  /** Milliseconds for what is being answered when the bridge stops. */
  readonly stop: number;
  /** The most bytes of a request. */
  readonly length: number;
}

/** What a bridge bears where nothing else is said. */
export const BRIDGE_LIMITS: BridgeLimits = {
  clients: 64,
  hello: 10_000,
  idle: 600_000,
  line: 60_000,
  reply: 60_000,
  stop: 2000,
  length: REQUEST_LIMIT,
};

/** What serving a client needs. */
export interface Service {
  /** Who may prove to be whom. */
  readonly keyring: Keyring;
  /** Opens the storage of a client that proved itself; disposed of at its end. */
  readonly open: (binding: Binding) => Store;
  /** Fresh random bytes. */
  readonly random: (length: number) => Uint8Array<ArrayBuffer>;
  /** What is borne; {@linkcode BRIDGE_LIMITS} where nothing is said. */
  readonly limits?: Partial<BridgeLimits>;
}

/** One client. */
interface Session {
  readonly service: Service;
  readonly limits: BridgeLimits;
  readonly wire: Wire;
  readonly lines: LineReader;
}

/**
 * Serves one client until it goes, breaks a limit, or the bridge stops.
 *
 * @param wire The client; closed at the end.
 * @param service Secrets and storage.
 * @param signal Stops it: at once between requests, else after the reply, for
 *   which it waits a while.
 */
export async function serveClient(
  wire: Wire,
  service: Service,
  signal: AbortSignal,
): Promise<void> {
  const limits = { ...BRIDGE_LIMITS, ...service.limits };
  const session = { service, limits, wire, lines: lineReader(wire) };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    timer = setTimeout(() => wire.close(), limits.stop);
  };
  signal.addEventListener("abort", stop);
  try {
    const proven = await greet(session, signal);
    if (proven) await answerAll(session, proven, signal);
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(timer);
    wire.close();
  }
}

/** Gives the challenge and takes the hello; whoever is not proved by that one line is not served. */
async function greet(
  session: Session,
  signal: AbortSignal,
): Promise<Proven | undefined> {
  const { limits, service } = session;
  const challenge = newChallenge(service.random);
  if (!await say(session, `${JSON.stringify({ challenge })}\n`)) return;
  const line = await nextLine(session, signal, {
    length: HELLO_LIMIT,
    idle: limits.hello,
    whole: limits.hello,
  });
  if (line === "ended") return undefined;
  try {
    const proven = await checkHello(service.keyring, challenge, line);
    const ok = { version: 1, line_limit: limits.length };
    return await say(session, okLine(ok)) ? proven : undefined;
  } catch (error) {
    await say(session, errorLine(asLnkError(error)));
    return undefined;
  }
}

async function checkHello(
  keyring: Keyring,
  challenge: string,
  line: Line,
): Promise<Proven> {
  const request = readRequest(line, HELLO_LIMIT);
  if (request.op !== "hello") throw helloFirst(request.op);
  const { agent, owner, proof } = request;
  const proven = await keyring.prove({ agent, owner }, challenge, proof);
  if (proven) return proven;
  throw new LnkError(
    "no",
    "bridge/not-proven",
    "Cannot serve this client: its proof is not of this start's secret",
  );
}

async function answerAll(
  session: Session,
  proven: Proven,
  signal: AbortSignal,
): Promise<void> {
  const { limits, service } = session;
  using store = service.open(proven.binding);
  while (!signal.aborted) {
    const line = await nextLine(session, signal, {
      length: limits.length,
      idle: limits.idle,
      whole: limits.line,
    });
    if (line === "ended") return;
    const reply = await replyTo(session, { store, proven, line });
    if (!await say(session, reply)) return;
    if (line === "late" || !proven.holds()) return;
  }
}

/** The next line; a stop of the bridge ends the wait. */
async function nextLine(
  { wire, lines }: Session,
  signal: AbortSignal,
  limits: LineLimits,
): Promise<Line> {
  if (signal.aborted) return "ended";
  const stop = () => wire.close();
  signal.addEventListener("abort", stop);
  try {
    return await lines.next(limits);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

interface Ask {
  readonly store: Store;
  readonly proven: Proven;
  readonly line: Line;
}

async function replyTo(
  { limits }: Session,
  { store, proven, line }: Ask,
): Promise<string> {
  try {
    const request = readRequest(line, limits.length);
    requireSame(request, proven);
    const reply = okLine(await answerRequest(store, request));
    if (isWithin(reply, REPLY_LIMIT)) return reply;
    throw new LnkError(
      "refused",
      "bridge/reply-too-long",
      `Cannot send a reply of that length: a line has at most ${REPLY_LIMIT} bytes`,
    );
  } catch (error) {
    return errorLine(asLnkError(error));
  }
}

/** Whether a text has at most so many bytes in UTF-8; encoded only where that is in doubt. */
function isWithin(text: string, limit: number): boolean {
  return 3 * text.length <= limit ||
    new TextEncoder().encode(text).length <= limit;
}

function readRequest(line: Line, limit: number): BridgeRequest {
  if (typeof line !== "string") return parseRequest(line.text);
  throw noRequest(line, limit);
}

function noRequest(line: NoLine, limit: number): LnkError {
  if (line === "too-long") return lineTooLong(limit);
  if (line === "not-text") return malformedLine("the line is not UTF-8");
  return new LnkError(
    "unable",
    "bridge/late",
    "Cannot wait for this client any longer: no whole request came in time",
  );
}

/** Only the one who said hello asks, with the secret of the newest start. */
function requireSame(
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

function helloFirst(op: string): LnkError {
  return new LnkError(
    "no",
    "bridge/hello-first",
    `Cannot answer ${op}: the client has not said hello`,
  );
}

/** Sends a reply, and says whether the client took it. */
async function say(
  { wire, limits }: Pick<Session, "wire" | "limits">,
  line: string,
): Promise<boolean> {
  const bytes = new TextEncoder().encode(line);
  return await inTime(limits.reply, writeAll(wire, bytes)) === bytes.length;
}

function asLnkError(thrown: unknown): LnkError {
  if (thrown instanceof LnkError) return thrown;
  const what = thrown instanceof Error
    ? `${thrown.name}: ${thrown.message}`
    : String(thrown);
  return new LnkError("unable", "program/bug", `Unexpected failure: ${what}`, {
    cause: thrown,
  });
}
