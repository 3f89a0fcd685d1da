// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON Schema of the bridge's messages.
 *
 * @module
 */

import { replySchemas } from "./replies.ts";
import { requestSchema } from "./requests.ts";

/**
 * The JSON Schema of the bridge's messages.
 *
 * @returns `request`, of every line of a client, and `replies`: of the
 *   challenge, of errors, and of each answer by its `op`.
 */
export function bridgeSchema(): Readonly<Record<string, unknown>> {
  return { request: requestSchema(), replies: replySchemas() };
}
