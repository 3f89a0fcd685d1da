// Copyright 2026 the lnk authors. MIT license.

/**
 * A bridge on a socket, with clients that append at once.
 *
 * @module
 */

import {
  bridgeStore,
  fileStore,
  type Host,
  keyring,
  LnkError,
  openSocket,
  realDisk,
  realUnix,
  serveBridge,
  type Store,
} from "../mod.ts";

/** How many records go into the store in one piece of work, by all clients together. */
const RECORDS = 160;

const BINDING = { agent: "ada", owner: "kay" };
const SECRET = new TextEncoder().encode("of this start");
const HOST: Host = {
  disk: realDisk("/"),
  now: Date.now,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: (milliseconds) =>
    new Promise((done) => setTimeout(done, milliseconds)),
};

/**
 * Serves a fresh folder, and lets clients append to it.
 *
 * @param folder Where the folder is made.
 * @param threads The conversation of each client; one name twice: both append
 *   to it.
 */
export async function appendAtOnce(
  folder: string,
  threads: readonly string[],
): Promise<void> {
  const root = Deno.makeTempDirSync({ dir: folder });
  const keys = keyring();
  keys.start(BINDING, SECRET);
  const socket = await openSocket(HOST, realUnix(), `${root}/s`);
  const bridge = serveBridge(socket, {
    keyring: keys,
    open: (binding) => fileStore(HOST, root, binding),
    random: HOST.random,
  });
  const connect = () => realUnix().connect(socket.path);
  try {
    const each = RECORDS / threads.length;
    await Promise.all(threads.map(async (thread) => {
      using store = bridgeStore(connect, BINDING, SECRET);
      for (let i = 0; i < each; i++) await appendNext(store, thread);
    }));
    using store = bridgeStore(connect, BINDING, SECRET);
    await requireAll(store, threads);
  } finally {
    await bridge.stop();
    Deno.removeSync(root, { recursive: true });
  }
}

/** What another client was quicker with only moves the place. */
async function appendNext(store: Store, thread: string): Promise<void> {
  const record = `{"role":"user","text":"${crypto.randomUUID()}"}`;
  for (let seq = await store.last(thread) + 1;;) {
    try {
      await store.append(thread, record, seq);
      return;
    } catch (error) {
      if (!(error instanceof LnkError)) throw error;
      if (error.code !== "store/sequence-conflict") throw error;
      seq = Number(error.details.last) + 1;
    }
  }
}

/** None lost, none doubled. */
async function requireAll(
  store: Store,
  threads: readonly string[],
): Promise<void> {
  const texts: string[] = [];
  for (const thread of new Set(threads)) {
    const { records } = await store.read(thread);
    texts.push(...records.map(({ raw }) => JSON.parse(raw).text));
  }
  if (texts.length !== RECORDS || new Set(texts).size !== RECORDS) {
    throw new Error(`${texts.length} records of ${RECORDS}`);
  }
}
