// Copyright 2026 the lnk authors. MIT license.

import { endpointPort, realLoopback } from "../../lib/endpoint.ts";
import { type Probe, probeEndpoint } from "../../lib/endpoint/probe.ts";
import { EXIT } from "../../lib/errors.ts";
import { answer } from "../command.ts";
import type { Context } from "../context.ts";
import { type KeyFlags, readKey } from "../key.ts";

/** Runs `lnk-tool endpoint probe`: exit 0 if the endpoint holds the key, 1 if its answer proves nothing. */
export default async function probe(
  this: Context,
  flags: KeyFlags,
  url: string,
): Promise<void> {
  // A wrong URL is said before a key is asked for.
  endpointPort(url);
  const found = await probeEndpoint(url, await readKey(this, flags), {
    loopback: realLoopback(),
    random: (length) => this.io.random(length),
  });
  answer(this, flags, { ...found }, `${verdict(found)}\n`);
  if (!found.matches) this.process.exitCode = EXIT.no;
}

function verdict({ matches, port, reason, status }: Probe): string {
  const where = `127.0.0.1:${port}`;
  if (matches) return `${where} holds the key`;
  const why = {
    "not-http": "its answer is not HTTP/1.1 or HTTP/1.0",
    "too-large": "the headers of its answer have more than 16 KiB",
    "status": `its answer has status ${status}, not 200`,
    "no-proof": "its answer has no Link-Proof header",
    "repeated-proof": "its answer has more than one Link-Proof header",
    "not-a-proof": "its Link-Proof is not 64 lowercase hex digits",
    "other-proof": "its proof is of another key or another challenge",
  }[reason!];
  return `${where} does not prove that it holds the key: ${why}`;
}
