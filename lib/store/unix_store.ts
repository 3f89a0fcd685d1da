// Copyright 2026 the lnk authors. MIT license.

/**
 * The store behind a bridge's socket on this machine.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path/posix";
import type { Disk } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { bridgeStore } from "./client.ts";
import { unreachable } from "./connection.ts";
import type { Binding, Store } from "./interface.ts";
import { requireShort } from "./socket.ts";
import { realUnix } from "./unix.ts";

/** Where nobody listens, nothing was asked yet: there is nothing to doubt. */
function notThere(place: string, cause: unknown): LnkError {
  const name = cause instanceof Error ? cause.name : "";
  if (name !== "NotFound" && name !== "ConnectionRefused") {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return unreachable(reason, cause);
  }
  return new LnkError(
    "unable",
    "store/unreachable",
    `Cannot reach the store: nobody listens at ${quote(place)}`,
    {
      cause,
      help:
        "nothing was changed: start it with lnk-tool store serve, then try again",
    },
  );
}

/**
 * Opens it; it is connected to when it is first used.
 *
 * @param disk Where relative paths start.
 * @param path The socket.
 * @param who Whose storage is meant, and this start's secret.
 * @returns The store, as {@linkcode bridgeStore} tells.
 */
export function unixStore(
  disk: Disk,
  path: string,
  who: {
    readonly binding: Binding;
    readonly secret: Uint8Array<ArrayBuffer>;
  },
): Store {
  const connect = async () => {
    let place = path;
    try {
      place = join(disk.realPath(dirname(path)), basename(path));
      requireShort("connect to", place);
      return await realUnix().connect(place);
    } catch (cause) {
      throw cause instanceof LnkError ? cause : notThere(place, cause);
    }
  };
  return bridgeStore(connect, who.binding, who.secret);
}
