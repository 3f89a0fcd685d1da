// Copyright 2026 the lnk authors. MIT license.

/**
 * The bridge: storage served to clients that prove who they are.
 *
 * Whatever one client does, the others are served on. Source: the
 * specification's "Portable Context", "What the bridge checks"; the protocol
 * stands in docs/bridge.md.
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import { inTime, writeAll } from "./stream.ts";
import { errorLine } from "./replies.ts";
import { BRIDGE_LIMITS, type Service } from "./service.ts";
import { serveClient } from "./session.ts";

/** Where clients come from. */
export interface Listener {
  /** The next one; rejects once it is closed. */
  accept(): Promise<Wire>;
  /** Lets nobody in any more. */
  close(): void;
}

/** A bridge that serves. */
export interface Bridge {
  /** How many clients it has. */
  readonly clients: number;
  /** Ends it: what is being answered is answered, then all clients are closed. */
  stop(): Promise<void>;
  /** Resolves after {@linkcode Bridge.stop}; rejects if nobody can come any more. */
  readonly closed: Promise<void>;
}

/** How often in a row accepting may fail, and the pause after it in milliseconds. */
const FAILURES = 50;
const PAUSE = 100;

/** How long a client that is one too many may take to hear so, in milliseconds. */
const FAREWELL = 1000;

/**
 * Serves every client of a listener.
 *
 * @param listener Where they come from; closed at the end.
 * @param service Secrets, storage and limits.
 * @returns The bridge, which serves already.
 */
export function serveBridge(listener: Listener, service: Service): Bridge {
  const stopping = new AbortController();
  const sessions = new Set<Promise<void>>();
  const { clients } = { ...BRIDGE_LIMITS, ...service.limits };
  const serve = (wire: Wire) => {
    const session = sessions.size < clients
      ? serveClient(wire, service, stopping.signal)
      : turnAway(wire, clients);
    // One client's fault is no other's.
    const served = session.catch(() => {}).finally(() =>
      sessions.delete(served)
    );
    sessions.add(served);
  };
  const closed = acceptAll(listener, serve, stopping.signal);
  return {
    closed,
    get clients() {
      return sessions.size;
    },
    stop: async () => {
      stopping.abort();
      listener.close();
      await Promise.allSettled([closed, ...sessions]);
    },
  };
}

async function acceptAll(
  listener: Listener,
  serve: (wire: Wire) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    try {
      serve(await listener.accept());
      failures = 0;
    } catch (cause) {
      if (signal.aborted) return;
      // It passes when a client goes; who waits is let in then.
      if (isShortage(cause)) failures = 0;
      else if (++failures > FAILURES) throw nobodyComes(cause);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** ENFILE, EMFILE, ENOMEM, ENOBUFS (of Linux and macOS): the system is short of something now. */
function isShortage(cause: unknown): boolean {
  return cause instanceof Error &&
    /\(os error (23|24|12|105|55)\)/.test(cause.message);
}

async function turnAway(wire: Wire, clients: number): Promise<void> {
  const busy = new LnkError(
    "unable",
    "bridge/busy",
    `Cannot serve another client: there are ${clients} already`,
    { details: { clients } },
  );
  const line = new TextEncoder().encode(errorLine(busy));
  await inTime(FAREWELL, writeAll(wire, line));
  wire.close();
}

function nobodyComes(cause: unknown): LnkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LnkError(
    "unable",
    "bridge/cannot-listen",
    `Cannot serve any longer: the system lets nobody in: ${reason}`,
    { cause },
  );
}
