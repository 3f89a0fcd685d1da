// Copyright 2026 the lnk authors. MIT license.

/**
 * Peers on loopback that say exactly what a test wants, byte for byte.
 *
 * @module
 */

/** A server of a test's own. */
export interface Peer extends Disposable {
  /** Where it listens. */
  readonly port: number;
  /** Its URL. */
  readonly url: string;
  /** The requests so far, as they came. */
  readonly requests: string[];
}

/** What a peer does with a connection after it has read the request. */
export type Behaviour = (
  connection: Deno.TcpConn,
  request: string,
) => void | Promise<void>;

/**
 * Starts a server that reads one request a connection, then behaves.
 *
 * @param behave What it does then; connections close when it is disposed of.
 * @returns The server.
 */
export function peer(behave: Behaviour): Peer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const requests: string[] = [];
  const open: Deno.TcpConn[] = [];
  const serve = async (connection: Deno.TcpConn) => {
    const request = await readUntil(connection, "\r\n\r\n");
    requests.push(request);
    await behave(connection, request);
  };
  (async () => {
    for await (const connection of listener) {
      open.push(connection);
      serve(connection).catch(() => {});
    }
  })();
  const { port } = listener.addr;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    [Symbol.dispose]: () => {
      listener.close();
      for (const connection of open) closeQuietly(connection);
    },
  };
}

/**
 * Sends bytes to a port and reads all that comes back.
 *
 * @param port Where.
 * @param text What, a character a byte.
 * @param end Whether to say that nothing more comes.
 * @returns The answer; what came before a reset.
 */
export async function exchange(
  port: number,
  text: string,
  end = false,
): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    await send(connection, text);
    if (end) await connection.closeWrite();
    return await readUntil(connection, undefined);
  } finally {
    closeQuietly(connection);
  }
}

/**
 * Writes a text.
 *
 * @param connection Where.
 * @param text What, a character a byte.
 */
export async function send(
  connection: Deno.TcpConn,
  text: string,
): Promise<void> {
  let rest = Uint8Array.from(text, (c) => c.charCodeAt(0));
  while (rest.length > 0) {
    rest = rest.subarray(await connection.write(rest));
  }
}

async function readUntil(
  connection: Deno.TcpConn,
  end: string | undefined,
): Promise<string> {
  const buffer = new Uint8Array(65536);
  let text = "";
  while (end === undefined || !text.includes(end)) {
    const got = await connection.read(buffer).catch(() => null);
    if (got === null) break;
    text += Array.from(
      buffer.subarray(0, got),
      (byte) => String.fromCharCode(byte),
    ).join("");
  }
  return text;
}

/**
 * Closes a connection that may be closed already.
 *
 * @param connection Which.
 */
export function closeQuietly(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is.
  }
}
