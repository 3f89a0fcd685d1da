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
import type { Store } from "./interface.ts";
import type { Keyring, Proven } from "./keyring.ts";
import { type BridgeRequest, HELLO_LIMIT } from "./protocol.ts";
import {
  asLnkError,
  helloFirst,
  noRequest,
  notProven,
  requireSame,
} from "./refusals.ts";
import { errorLine, okLine } from "./replies.ts";
import { parseRequest } from "./requests.ts";
import { BRIDGE_LIMITS, type BridgeLimits, type Service } from "./service.ts";
import { inTime, type Line, lineReader, writeAll } from "./stream.ts";
import type { LineLimits, LineReader } from "./stream.ts";

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
  // One time for all of it, however it comes.
  const line = await inTime(
    limits.hello,
    nextLine(session, signal, {
      length: HELLO_LIMIT,
      idle: limits.hello,
      whole: limits.hello,
    }),
  );
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
  throw notProven();
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
    if (isWithin(reply, limits.replyLength)) return reply;
    throw new LnkError(
      "refused",
      "bridge/reply-too-long",
      `Cannot send a reply of that length: a line has at most ${limits.replyLength} bytes`,
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

/** Sends a reply, and says whether the client took it. */
async function say(
  { wire, limits }: Pick<Session, "wire" | "limits">,
  line: string,
): Promise<boolean> {
  const bytes = new TextEncoder().encode(line);
  return await inTime(limits.reply, writeAll(wire, bytes)) === bytes.length;
}
