// Copyright 2026 the lnk authors. MIT license.

/**
 * An adapter's endpoint: which URL is one, and the door to this machine's
 * loopback, where alone endpoints are.
 *
 * `fetch` and `Deno.serve` are not used: a proxy variable diverts the one, and
 * `DENO_SERVE_ADDRESS` opens the other to the network.
 *
 * @module
 */

import { LnkError } from "./errors.ts";
import { quote } from "./text.ts";

/** One connection. Closing it ends what waits on it. */
export interface Wire {
  /** Reads some bytes into the buffer; `null` at the end. */
  read(buffer: Uint8Array<ArrayBuffer>): Promise<number | null>;
  /** Writes some of the bytes, and says how many. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<number>;
  /** Says that nothing more will be written. */
  closeWrite(): Promise<void>;
  /** Ends it; a second call does nothing. */
  close(): void;
}

/** A port that is listened on. */
export interface Listener {
  /** Its number. */
  readonly port: number;
  /** The next connection; rejects once it is closed. */
  accept(): Promise<Wire>;
  /** Frees the port. */
  close(): void;
}

/** The network, as far as it is needed: 127.0.0.1 and nothing else. */
export interface Loopback {
  /** Connects to a port. */
  connect(port: number): Promise<Wire>;
  /** Listens on a port; 0 is any free one. */
  listen(port: number): Listener;
}

/**
 * The loopback of this machine.
 *
 * @returns A door to 127.0.0.1; no name is resolved and no proxy is asked.
 */
export function realLoopback(): Loopback {
  const hostname = "127.0.0.1";
  return {
    connect: async (port) => wireOf(await Deno.connect({ hostname, port })),
    listen: (port) => {
      const listener = Deno.listen({ hostname, port });
      return {
        port: listener.addr.port,
        accept: async () => wireOf(await listener.accept()),
        close: () => listener.close(),
      };
    },
  };
}

/**
 * A connection of the runtime's, as far as it is needed.
 *
 * @param connection Which.
 * @returns The same; it can be closed twice.
 */
export function wireOf(connection: Deno.TcpConn | Deno.UnixConn): Wire {
  let open = true;
  return {
    read: (buffer) => connection.read(buffer),
    write: (bytes) => connection.write(bytes),
    closeWrite: () => connection.closeWrite(),
    close: () => {
      if (open) connection.close();
      open = false;
    },
  };
}

/**
 * The port of an adapter's endpoint.
 *
 * An endpoint is literally `http://127.0.0.1:PORT` or `http://localhost:PORT`,
 * scheme and host in any case, with an optional path. Every other spelling is
 * refused, also where a browser would read the same address: what is refused
 * cannot be read in two ways. (Harness Base, "An endpoint's port")
 *
 * @example Usage
 * ```ts
 * import { endpointPort, LnkError } from "@lnk/tool";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * assertEquals(endpointPort("http://localhost:8080/agent"), 8080);
 * assertThrows(
 *   () => endpointPort("http://127.1:8080"),
 *   LnkError,
 *   'its host is "127.1", not 127.0.0.1 or localhost',
 * );
 * ```
 *
 * @param url The URL as it was written.
 * @returns The port, from 1 to 65535.
 * @throws {LnkError} `endpoint/url`, with the reason.
 */
export function endpointPort(url: string): number {
  const fault = characterFault(url);
  if (fault !== undefined) throw notEndpoint(url, fault);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1];
  if (scheme?.toLowerCase() !== "http") {
    throw notEndpoint(url, "it does not start with http://");
  }
  const [, authority = "", path = ""] = /^([^/?#]*)(.*)$/.exec(
    url.slice("http://".length),
  )!;
  const reason = authorityFault(authority) ?? pathFault(path);
  if (reason !== undefined) throw notEndpoint(url, reason);
  return Number(authority.slice(authority.lastIndexOf(":") + 1));
}

function characterFault(url: string): string | undefined {
  if (url === "") return "it is empty";
  if (/[\s\p{Cc}\p{Cf}]/u.test(url)) {
    return "it has white space or a control character in it";
  }
  if (url.includes("\\")) return "it has a backslash in it";
  if (/[^!-~]/.test(url)) return "it has a character beyond ASCII in it";
  return undefined;
}

function authorityFault(authority: string): string | undefined {
  if (authority.includes("@")) return "it has user information before its host";
  const [, host = "", port] = /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(authority) ??
    [authority, authority];
  if (!/^(127\.0\.0\.1|localhost)$/i.test(host)) {
    return `its host is ${quote(host)}, not 127.0.0.1 or localhost`;
  }
  if (port === undefined || port === "") return "it has no port";
  if (!/^[1-9][0-9]{0,4}$/.test(port) || Number(port) > 65535) {
    return `its port is ${
      quote(port)
    }, not a number from 1 to 65535 without leading zeros`;
  }
  return undefined;
}

function pathFault(path: string): string | undefined {
  if (/[?#]/.test(path)) return "it has a query or a fragment";
  // RFC 3986, 3.3
  if (!/^(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*$/.test(path)) {
    return "its path has a character that must be percent-encoded";
  }
  return undefined;
}

function notEndpoint(url: string, reason: string): LnkError {
  // What stands before an @ may be a secret.
  const shown = url.replace(/^([^/]*\/\/)?.*@/s, "$1...@");
  return new LnkError(
    "usage",
    "endpoint/url",
    `Cannot take ${quote(shown)} as an endpoint: ${reason}`,
  );
}
