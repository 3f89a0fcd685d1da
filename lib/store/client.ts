// Copyright 2026 the lnk authors. MIT license.

/**
 * Storage behind a bridge, used as if it were here.
 *
 * A request is sent once. If no reply comes to one that changes something,
 * nobody knows whether it was done: the error says so, and to ask again is the
 * caller's to decide. Appending the same record with the same source again is
 * safe, and so is a write that names the version it expects.
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";
import { LnkError } from "../errors.ts";
import {
  type ClientOptions,
  connectBridge,
  type Connection,
  unreachable,
} from "./connection.ts";
import { fromContent, toContent } from "./content.ts";
import type { Binding, Store, StoredFile } from "./interface.ts";
import type { Answers, StoreRequest, WireFile } from "./protocol.ts";
import { encodeRequest } from "./requests.ts";

/**
 * A store over a byte stream. It connects at the first call, and again at the
 * next call after the connection was lost.
 *
 * @param connect Reaches the bridge, such as `() => unix.connect(path)`.
 * @param binding Whose storage is meant.
 * @param secret This start's secret.
 * @returns The store. Beside the codes of {@linkcode Store} its calls fail
 *   with `store/unreachable` (details: `outcome` is "unknown" where a change
 *   may have been made), `bridge/protocol` (the same), `bridge/busy`,
 *   `bridge/not-proven`, `bridge/old-start`, `bridge/line-too-long`,
 *   `bridge/reply-too-long`.
 */
export function bridgeStore(
  connect: () => Promise<Wire>,
  binding: Binding,
  secret: Uint8Array<ArrayBuffer>,
): Store {
  return openBridgeStore({ connect, binding, secret });
}

/**
 * As {@linkcode bridgeStore}, with time limits of one's own.
 *
 * @param options How to connect, for whom, and how long to wait.
 * @returns The store.
 */
export function openBridgeStore(options: ClientOptions): Store {
  const { ask, close } = caller(options);
  return {
    ...files(ask),
    ...conversations(ask),
    ...leases(ask),
    [Symbol.dispose]: close,
  };
}

/** Asks the bridge. */
type Ask = <R extends StoreRequest>(request: R) => Promise<Answers[R["op"]]>;

function files(
  ask: Ask,
): Pick<Store, "fileRead" | "fileWrite" | "fileDelete" | "fileList"> {
  return {
    fileRead: async (path) => toFile(await ask({ op: "file_read", path })),
    fileWrite: async (path, bytes, expected) => {
      const expect = expected === undefined ? {} : { expect: `${expected}` };
      const content = toContent(bytes);
      const op = "file_write";
      const { version } = await ask({ op, path, ...content, ...expect });
      return BigInt(version);
    },
    fileDelete: async (path, expect) => {
      await ask({ op: "file_delete", path, expect: `${expect}` });
    },
    fileList: async (prefix) => {
      const which = prefix === undefined ? {} : { prefix };
      const { files } = await ask({ op: "file_list", ...which });
      return files.map(({ path, version }) => ({
        path,
        version: BigInt(version),
      }));
    },
  };
}

function conversations(ask: Ask): Pick<Store, "last" | "read" | "append"> {
  return {
    last: async (thread) => (await ask({ op: "last", thread })).last,
    read: (thread, range = {}) => ask({ op: "read", thread, ...range }),
    append: (thread, record, seq) => ask({ op: "append", thread, record, seq }),
  };
}

function leases(
  ask: Ask,
): Pick<Store, "leaseAcquire" | "leaseRenew" | "leaseRelease"> {
  return {
    leaseAcquire: (name, holder, ttl) =>
      ask({ op: "lease_acquire", name, holder, ttl }),
    leaseRenew: (name, holder, ttl) =>
      ask({ op: "lease_renew", name, holder, ttl }),
    leaseRelease: async (name, holder) => {
      await ask({ op: "lease_release", name, holder });
    },
  };
}

function toFile(file: WireFile): StoredFile | undefined {
  const { path, version, content, encoding } = file;
  if (content === undefined) return undefined;
  return {
    path,
    version: BigInt(version),
    content: fromContent({ content, ...(encoding && { encoding }) }),
  };
}

/** One request at a time; the next waits for it, and connects anew where it failed. */
function caller(options: ClientOptions): { ask: Ask; close: () => void } {
  let connection: Connection | undefined;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const drop = () => {
    connection?.close();
    connection = undefined;
  };
  const connected = async (): Promise<Connection> => {
    if (closed) throw unreachable("it was closed here");
    connection ??= await connectBridge(options);
    // It may have been closed while it was connecting.
    if (!closed) return connection;
    drop();
    throw unreachable("it was closed here");
  };
  const send = async (line: Uint8Array<ArrayBuffer>): Promise<number> => {
    const known = connection !== undefined;
    const sent = await (await connected()).send(line);
    if (sent === line.length) return sent;
    drop();
    // The bridge had closed an idle connection: nothing of this was sent yet.
    if (sent === 0 && known) return await send(line);
    return sent === "late" ? 1 : sent;
  };
  const askNow = async <R extends StoreRequest>(
    request: R,
  ): Promise<Answers[R["op"]]> => {
    const line = encodeRequest(request);
    const sent = await send(line);
    if (sent < line.length) throw lost(request, sent > 0, unreachable(HALF));
    try {
      return await connection!.reply<R["op"]>(request.op);
    } catch (error) {
      if (!isFault(error)) throw error;
      drop();
      throw lost(request, true, error);
    }
  };
  return {
    ask: (request) => {
      const mine = turn.then(() => askNow(request));
      turn = mine.catch(() => {});
      return mine;
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

const HALF = "the request could not be sent whole";

/** Whether the connection is of no use any more; else the bridge answered. */
function isFault(error: unknown): error is LnkError {
  return error instanceof LnkError &&
    (error.code === "store/unreachable" || error.code === "bridge/protocol");
}

const CHANGES: ReadonlySet<StoreRequest["op"]> = new Set(
  [
    "file_write",
    "file_delete",
    "append",
    "lease_acquire",
    "lease_renew",
    "lease_release",
  ] as const,
);

/** Says whether something may have been changed. */
function lost(
  request: StoreRequest,
  sent: boolean,
  error: LnkError,
): LnkError {
  const { op } = request;
  if (!sent || !CHANGES.has(op)) return error;
  const place = "path" in request
    ? { path: request.path }
    : "thread" in request
    ? { thread: request.thread }
    : {};
  return new LnkError(
    error.kind,
    error.code,
    `${error.message}; the outcome of ${op} is unknown`,
    {
      cause: error,
      help: nextAfter(request),
      details: { outcome: "unknown", ...place },
    },
  );
}

/** What tells the outcome, and whether asking again is safe. */
function nextAfter(request: StoreRequest): string {
  switch (request.op) {
    case "append":
      return "give the same record again if it has a source: it is kept " +
        "once; else read the end of the conversation first";
    case "file_write":
    case "file_delete":
      return request.expect === undefined
        ? "see what stands there: the same write again would replace what " +
          "another wrote meanwhile"
        : "the same change again is safe: it names the version that it " +
          "replaces, and is refused if it was made";
    default:
      return "ask for the lease again as the same holder, or wait until it " +
        "expires";
  }
}
