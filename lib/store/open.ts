// Copyright 2026 the lnk authors. MIT license.

/**
 * Which driver is behind a store: the one place where that is decided.
 *
 * @module
 */

import type { Host } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { FileStoreOptions } from "./files.ts";
import type { Binding, Store } from "./interface.ts";

/** What opening a store may need. */
export interface OpenOptions extends FileStoreOptions {
  /** The machine. */
  readonly host: Host;
  /** Gets this start's secret, for a store that asks for a proof. */
  readonly key?: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Opens a store of one kind. */
type Driver = (
  place: string,
  binding: Binding,
  options: OpenOptions,
) => Promise<Store>;

/** The drivers by the word before the colon; each is loaded only when it is used. */
const DRIVERS: Readonly<Record<string, Driver>> = {
  file: async (root, binding, { host, key: _, ...options }) => {
    const { fileStore } = await import("./files.ts");
    return fileStore(host, root, binding, options);
  },
  unix: async (path, binding, { host, key }) => {
    if (!key) throw keyNeeded(path);
    const { unixStore } = await import("./unix_store.ts");
    return unixStore(host.disk, path, { binding, secret: await key() });
  },
};

/**
 * Opens a store by its address.
 *
 * @param url `file:DIR`, an agent's folder, used in process for its owner, or
 *   `unix:PATH`, a bridge's socket.
 * @param binding Whose store it is.
 * @param options The machine, grants, the secret.
 * @returns The store.
 * @throws {LnkError} `store/address`, and as the driver does.
 */
export async function openStore(
  url: string,
  binding: Binding,
  options: OpenOptions,
): Promise<Store> {
  const [, kind = "", place = ""] = /^([a-z]+):(.+)$/s.exec(url) ?? [];
  if (Object.hasOwn(DRIVERS, kind)) {
    return await DRIVERS[kind]!(place, binding, options);
  }
  throw new LnkError(
    "usage",
    "store/address",
    `${quote(url)} is no store's address: it is not file:DIR or unix:PATH`,
  );
}

function keyNeeded(path: string): LnkError {
  return new LnkError(
    "usage",
    "usage/arguments",
    `Cannot use the bridge at ${
      quote(path)
    } without a key: it asks for a proof`,
    { help: "give this start's secret with --key-file" },
  );
}
