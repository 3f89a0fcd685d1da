// Copyright 2026 the lnk authors. MIT license.

import { LnkError } from "../../lib/errors.ts";
import { requireName } from "../../lib/names.ts";
import { serveBridge } from "../../lib/store/bridge.ts";
import { fileStore } from "../../lib/store/files.ts";
import type { Binding, Store } from "../../lib/store/interface.ts";
import { keyring } from "../../lib/store/keyring.ts";
import type { Service } from "../../lib/store/service.ts";
import { serveClient } from "../../lib/store/session.ts";
import { openSocket } from "../../lib/store/socket.ts";
import { realUnix } from "../../lib/store/unix.ts";
import { answer } from "../command.ts";
import { type Context, hostOf } from "../context.ts";
import { loadGrants } from "../grants/load.ts";
import { refuseTerminal, refuseTwoInputs } from "../input.ts";
import { type KeyFlags, readKey } from "../key.ts";

/** Flags of `store serve`. */
export type ServeFlags = KeyFlags & {
  /** The agent's folder. */
  readonly root: string;
  /** The agent's id. */
  readonly agent: string;
  /** The owner's name. */
  readonly owner: string;
  /** Where the socket is made. */
  readonly socket?: string;
  /** Whether to serve standard input and output instead. */
  readonly stdio: boolean;
  /** The sandbox file. */
  readonly grants?: string;
  /** Seconds to wait for another process. */
  readonly wait?: number;
};

/** Runs `lnk-tool store serve` until it is asked to end, or its one client goes. */
export default async function serve(
  this: Context,
  flags: ServeFlags,
): Promise<void> {
  refuseUnclear(flags);
  const binding = {
    agent: requireName("agent", flags.agent),
    owner: requireName("owner", flags.owner),
  };
  using store = await storeOf(this, flags, binding);
  const service = await serviceOf(this, flags, { binding, store });
  const stopped = this.io.stopped();
  if (flags.socket === undefined) {
    return await serveStdio(this, service, stopped);
  }
  const socket = await openSocket(hostOf(this), realUnix(), flags.socket);
  const bridge = serveBridge(socket, service);
  try {
    answer(this, flags, { socket: socket.path }, `${socket.path}\n`);
    await Promise.race([stopped, bridge.closed]);
  } finally {
    await bridge.stop();
  }
}

/** Standard input brings one thing only, and a bridge is in one place. */
function refuseUnclear({ socket, stdio, keyFile, grants }: ServeFlags): void {
  if ((socket === undefined) === !stdio) {
    throw new LnkError(
      "usage",
      "usage/arguments",
      "Either --socket or --stdio is needed, and not both",
    );
  }
  refuseTwoInputs([keyFile, grants ?? "", stdio ? "-" : ""]);
}

/** Opened before anyone comes: a folder that cannot be served is said now. */
async function storeOf(
  context: Context,
  flags: ServeFlags,
  binding: Binding,
): Promise<Store> {
  const granted = flags.grants === undefined
    ? {}
    : await loadGrants(context, flags.grants, flags.json);
  return fileStore(hostOf(context), flags.root, binding, {
    ...granted,
    ...(flags.wait !== undefined && { wait: flags.wait * 1000 }),
  });
}

/** One store for all clients: each of its own would hold open files for each of its logs. */
async function serviceOf(
  context: Context,
  flags: ServeFlags,
  { binding, store }: { readonly binding: Binding; readonly store: Store },
): Promise<Service> {
  const keys = keyring();
  keys.start(binding, await readKey(context, flags));
  const open = () => ({ ...store, [Symbol.dispose]: () => {} });
  return { keyring: keys, open, random: hostOf(context).random };
}

async function serveStdio(
  context: Context,
  service: Service,
  stopped: Promise<void>,
): Promise<void> {
  refuseTerminal(context);
  const stopping = new AbortController();
  stopped.then(() => stopping.abort());
  await serveClient(context.io.wire(), service, stopping.signal);
}
