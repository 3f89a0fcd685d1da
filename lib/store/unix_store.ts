// Copyright 2026 the lnk authors. MIT license.

/**
 * The store behind a bridge's socket on this machine.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path/posix";
import type { Disk } from "../disk.ts";
import { bridgeStore } from "./client.ts";
import type { Binding, Store } from "./interface.ts";
import { realUnix } from "./unix.ts";

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
  const connect = () =>
    realUnix().connect(join(disk.realPath(dirname(path)), basename(path)));
  return bridgeStore(connect, who.binding, who.secret);
}
