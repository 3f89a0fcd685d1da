// Copyright 2026 the lnk authors. MIT license.

/**
 * A bridge on a real socket in a folder of its own, and clients that say
 * exactly what a test wants.
 *
 * @module
 */

import {
  type Binding,
  type Bridge,
  type BridgeLimits,
  bridgeProof,
  type Host,
  type Keyring,
  keyring,
  openSocket,
  realDisk,
  realUnix,
  serveBridge,
  type Wire,
} from "@lnk/tool";
import { machine } from "./machine.ts";
import { type Memory, memory, type MemoryOptions } from "./memory_store.ts";

/** Whose storage the tests' bridges serve. */
export const ADA: Binding = { agent: "ada", owner: "kay" };

/** Another agent of the same owner's. */
export const BOB: Binding = { agent: "bob", owner: "kay" };

/** The secret of this start. */
export const SECRET = new TextEncoder().encode("the secret of this start");

/** A secret that no bridge has. */
export const OTHER = new TextEncoder().encode("the secret of no start");

/** The machine that the tests run on. */
export const HOST: Host = machine({ disk: realDisk(Deno.cwd()) });

/** A bridge of a test's own. */
export interface Served {
  /** The bridge. */
  readonly bridge: Bridge;
  /** Its secrets: those of ADA and BOB. */
  readonly keys: Keyring;
  /** What it serves. */
  readonly memory: Memory;
  /** Its socket. */
  readonly path: string;
  /** Its folder. */
  readonly folder: string;
  /** Connects to it. */
  connect(): Promise<Wire>;
}

/** What a test chooses of its bridge. */
export type ServedOptions = Partial<BridgeLimits> & MemoryOptions;

/**
 * Serves for as long as a test needs.
 *
 * @param use The test.
 * @param options Limits, and what happens before an operation.
 */
export async function serving(
  use: (served: Served) => Promise<void>,
  { before, ...limits }: ServedOptions = {},
): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  const path = `${folder}/bridge.sock`;
  const stored = memory(before ? { before } : {});
  const keys = keyring();
  keys.start(ADA, SECRET);
  keys.start(BOB, OTHER);
  const service = {
    keyring: keys,
    open: stored.open,
    random: HOST.random,
    limits,
  };
  const socket = await openSocket(HOST, realUnix(), path);
  const bridge = serveBridge(socket, service);
  const connect = () => realUnix().connect(path);
  try {
    await use({ bridge, keys, memory: stored, path, folder, connect });
  } finally {
    await bridge.stop();
    Deno.removeSync(folder, { recursive: true });
  }
}

/** A client that a test speaks through. */
export interface Talk extends Disposable {
  /** The connection. */
  readonly wire: Wire;
  /** Sends a text as it is. */
  send(text: string): Promise<void>;
  /** Sends a request and gives the reply. */
  ask(request: unknown): Promise<Reply>;
  /** The next line, parsed; `undefined` at the end. */
  next(): Promise<Reply | undefined>;
}

/** A line of a bridge. */
export interface Reply {
  /** Said first. */
  readonly challenge?: string;
  /** What was asked for. */
  readonly ok?: Record<string, unknown>;
  /** What went wrong. */
  readonly error?: Record<string, unknown>;
}

/**
 * Speaks to a bridge without a word of its own.
 *
 * @param wire The connection.
 * @returns The client.
 */
export function talk(wire: Wire): Talk {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65536);
  let text = "";
  const next = async () => {
    while (!text.includes("\n")) {
      const got = await wire.read(buffer).catch(() => null);
      if (got === null) return undefined;
      text += decoder.decode(buffer.subarray(0, got), { stream: true });
    }
    const at = text.indexOf("\n");
    const line = text.slice(0, at);
    text = text.slice(at + 1);
    return JSON.parse(line) as Reply;
  };
  const send = async (said: string) => {
    let rest = new TextEncoder().encode(said);
    while (rest.length > 0) rest = rest.subarray(await wire.write(rest));
  };
  return {
    wire,
    send,
    next,
    ask: async (request) => {
      await send(`${JSON.stringify(request)}\n`);
      const reply = await next();
      if (reply === undefined) throw new Error("the bridge closed");
      return reply;
    },
    [Symbol.dispose]: () => wire.close(),
  };
}

/**
 * Speaks to a bridge as an agent that it knows.
 *
 * @param wire The connection.
 * @param binding Who speaks.
 * @param secret The secret it has.
 * @returns The client, after its hello.
 */
export async function greeted(
  wire: Wire,
  binding: Binding = ADA,
  secret = SECRET,
): Promise<Talk> {
  const client = talk(wire);
  const { challenge } = (await client.next())!;
  const proof = await bridgeProof(secret, challenge!, binding);
  const { ok, error } = await client.ask({ op: "hello", ...binding, proof });
  if (ok) return client;
  throw new Error(`no hello: ${JSON.stringify(error)}`);
}

/**
 * Sees that a bridge still serves: a whole session of another client.
 *
 * @param served The bridge.
 */
export async function stillServes({ connect }: Served): Promise<void> {
  using client = await greeted(await connect());
  const { ok } = await client.ask({ op: "last", thread: "link:other" });
  if (ok === undefined) throw new Error("it does not serve");
}

/**
 * Waits for something that will be so soon.
 *
 * @param holds Whether it is so.
 */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 2000) throw new Error("it never came to be so");
    await HOST.sleep(5);
  }
}
