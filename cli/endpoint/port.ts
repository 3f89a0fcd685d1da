// Copyright 2026 the lnk authors. MIT license.

import { endpointPort } from "../../lib/endpoint.ts";
import { answer } from "../command.ts";
import type { CommonFlags, Context } from "../context.ts";

/** Runs `lnk-tool endpoint port`: prints the port. */
export default function port(
  this: Context,
  flags: CommonFlags,
  url: string,
): void {
  const port = endpointPort(url);
  answer(this, flags, { port }, `${port}\n`);
}
