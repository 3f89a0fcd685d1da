// Copyright 2026 the lnk authors. MIT license.

/**
 * An agent's folder behind a bridge, and connections that break on purpose.
 *
 * @module
 */

import {
  bridgeStore,
  keyring,
  openSocket,
  realUnix,
  serveBridge,
  type Store,
  type Wire,
} from "@lnk/tool";
import { type Bench, BINDING, storeFolder } from "./store.ts";

const SECRET = new TextEncoder().encode("the secret of this start");

/** A folder, and the bridge before it. */
export interface Bridged extends AsyncDisposable {
  /** The folder. */
  readonly bench: Bench;
  /** Connects to the bridge. */
  connect(): Promise<Wire>;
  /** A store over connections of a kind; closed with the bridge. */
  store(connect?: () => Promise<Wire>): Store;
}

/**
 * Serves an agent's folder over a real socket.
 *
 * @returns The folder and its bridge; both go when it is disposed of.
 */
export async function bridged(): Promise<Bridged> {
  const bench = storeFolder();
  const folder = Deno.makeTempDirSync({ prefix: "lnk-" });
  const path = `${folder}/s`;
  const keys = keyring();
  keys.start(BINDING, SECRET);
  const socket = await openSocket(bench.host, realUnix(), path);
  const { random } = bench.host;
  const open = () => bench.open();
  const bridge = serveBridge(socket, { keyring: keys, open, random });
  const stores: Store[] = [];
  const connect = () => realUnix().connect(path);
  return {
    bench,
    connect,
    store: (by = connect) => {
      const store = bridgeStore(by, BINDING, SECRET);
      stores.push(store);
      return store;
    },
    [Symbol.asyncDispose]: async () => {
      for (const store of stores) store[Symbol.dispose]();
      await bridge.stop();
      bench[Symbol.dispose]();
      Deno.removeSync(folder, { recursive: true });
    },
  };
}

/** Where a connection breaks. */
export interface Cut {
  /** Which call of a read or write, from 0, over all connections. */
  readonly at: number;
  /** Whether the call is made before it breaks. */
  readonly after: boolean;
}

/** Connections, and how many of their calls were made. */
export interface CutWires {
  /** Connects. */
  connect(): Promise<Wire>;
  /** How many calls were made. */
  readonly calls: number;
}

/**
 * Connections of which one breaks, once.
 *
 * @param connect Makes a connection.
 * @param cut Where it breaks.
 * @returns The connections.
 */
export function cutWires(connect: () => Promise<Wire>, cut: Cut): CutWires {
  let calls = 0;
  const breaking = async <T>(wire: Wire, act: () => Promise<T>): Promise<T> => {
    if (calls++ !== cut.at) return await act();
    try {
      // The kernel never says that a write failed of which bytes went.
      if (cut.after) return await act();
    } finally {
      wire.close();
    }
    throw new Deno.errors.ConnectionReset("cut on purpose");
  };
  return {
    connect: async () => {
      const wire = await connect();
      return {
        ...wire,
        read: (into) => breaking(wire, () => wire.read(into)),
        write: (bytes) => breaking(wire, () => wire.write(bytes)),
      };
    },
    get calls() {
      return calls;
    },
  };
}
