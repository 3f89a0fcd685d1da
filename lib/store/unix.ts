// Copyright 2026 the lnk authors. MIT license.

/**
 * The door to Unix sockets.
 *
 * @module
 */

import { type Wire, wireOf } from "../endpoint.ts";
import type { Listener } from "./bridge.ts";

/** Unix sockets, as far as they are needed; paths are absolute. */
export interface Unix {
  /** Connects to a socket. */
  connect(path: string): Promise<Wire>;
  /** Makes a socket where nothing stands. */
  listen(path: string): Listener;
  /** Whether a socket stands there, not a link to one. */
  isSocket(path: string): boolean;
}

/**
 * The Unix sockets of this machine.
 *
 * @returns A door that asks the operating system.
 */
export function realUnix(): Unix {
  return {
    connect: async (path) =>
      wireOf(await Deno.connect({ transport: "unix", path })),
    listen: (path) => {
      const listener = Deno.listen({ transport: "unix", path });
      let open = true;
      return {
        accept: async () => wireOf(await listener.accept()),
        close: () => {
          if (open) listener.close();
          open = false;
        },
      };
    },
    isSocket: (path) => Deno.lstatSync(path).isSocket === true,
  };
}
