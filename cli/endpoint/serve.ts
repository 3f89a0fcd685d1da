// Copyright 2026 the lnk authors. MIT license.

import { realLoopback } from "../../lib/endpoint.ts";
import { serveProof } from "../../lib/endpoint/serve.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { type KeyFlags, readKey } from "../key.ts";

/** Flags of `endpoint serve`. */
export type ServeFlags = KeyFlags & {
  /** Where to listen; 0 is any free port. */
  readonly port: number;
};

/** Runs `lnk-tool endpoint serve`: prints its port when ready, and ends when it is asked to. */
export default async function serve(
  this: Context,
  flags: ServeFlags,
): Promise<void> {
  const key = await readKey(this, flags);
  const stopped = this.io.stopped();
  const loopback = realLoopback();
  const endpoint = serveProof({ loopback, port: flags.port, key });
  try {
    answer(this, flags, { port: endpoint.port }, `${endpoint.port}\n`);
    await Promise.race([stopped, endpoint.closed]);
  } finally {
    endpoint.close();
  }
}
