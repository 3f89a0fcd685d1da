// Copyright 2026 the lnk authors. MIT license.

/**
 * What serving the clients of a bridge needs, and what it bears.
 *
 * @module
 */

import type { Binding, Store } from "./interface.ts";
import type { Keyring } from "./keyring.ts";
import { REPLY_LIMIT, REQUEST_LIMIT } from "./protocol.ts";

/** What a bridge bears, in milliseconds and bytes. */
export interface BridgeLimits {
  /** Clients at once. */
  readonly clients: number;
  /** Milliseconds for the hello. */
  readonly hello: number;
  /** Milliseconds without a request. */
  readonly idle: number;
  /** Milliseconds from a request's first byte to its newline. */
  readonly line: number;
  /** Milliseconds for a client to take a reply. */
  readonly reply: number;
  /** Milliseconds for what is being answered when the bridge stops. */
  readonly stop: number;
  /** The most bytes of a request. */
  readonly length: number;
  /** The most bytes of a reply. */
  readonly replyLength: number;
}

/** What a bridge bears where nothing else is said. */
export const BRIDGE_LIMITS: BridgeLimits = {
  clients: 64,
  hello: 10_000,
  idle: 600_000,
  line: 60_000,
  reply: 60_000,
  stop: 2000,
  length: REQUEST_LIMIT,
  replyLength: REPLY_LIMIT,
};

/** What serving a client needs. */
export interface Service {
  /** Who may prove to be whom. */
  readonly keyring: Keyring;
  /** Opens the storage of a client that proved itself; disposed of at its end. */
  readonly open: (binding: Binding) => Store;
  /** Fresh random bytes. */
  readonly random: (length: number) => Uint8Array<ArrayBuffer>;
  /** What is borne; {@linkcode BRIDGE_LIMITS} where nothing is said. */
  readonly limits?: Partial<BridgeLimits>;
}
