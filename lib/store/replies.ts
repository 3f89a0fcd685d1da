// Copyright 2026 the lnk authors. MIT license.

/**
 * Replies of the bridge, and the challenge before them.
 *
 * A client takes fields that it does not know, so that a bridge can say more.
 *
 * @module
 */

import * as z from "zod/mini";
import { type Kind, LnkError } from "../errors.ts";
import { isChallenge } from "../proof.ts";
import type { Answers, Op } from "./protocol.ts";
import { VERSION_FORM } from "./requests.ts";

const count = z.int().check(z.gte(0));
const file = z.object({
  path: z.string(),
  version: VERSION_FORM,
  content: z.exactOptional(z.string()),
  encoding: z.exactOptional(z.literal("base64")),
});
const lease = z.object({
  name: z.string(),
  holder: z.string(),
  expires: z.number(),
});
const nothing = z.object({});

/** What `ok` holds, by what was asked. */
const ANSWERS = {
  hello: z.object({ version: z.literal(1), line_limit: count }),
  file_read: file,
  file_write: z.object({ version: VERSION_FORM }),
  file_list: z.object({ files: z.array(file) }),
  file_delete: nothing,
  last: z.object({ last: count }),
  read: z.object({
    records: z.array(z.object({ seq: count, raw: z.string() })),
    more: z.boolean(),
  }),
  append: z.object({ seq: count, repeated: z.boolean() }),
  lease_acquire: lease,
  lease_renew: lease,
  lease_release: nothing,
} as const;

const KINDS = ["no", "usage", "refused", "conflict", "unable"] as const;

const FAILURE = z.looseObject({
  code: z.string().check(z.regex(/^[a-z]+\/[a-z][a-z0-9-]*$/)),
  kind: z.exactOptional(z.string()),
  message: z.string(),
  help: z.exactOptional(z.string()),
});

const CHALLENGE = z.object({ challenge: z.string() });
const ERROR = z.object({ error: FAILURE });

/**
 * Writes a reply that all went well.
 *
 * @param ok What was asked for.
 * @returns The line with its newline.
 */
export function okLine(ok: object): string {
  return `${JSON.stringify({ ok })}\n`;
}

/**
 * Writes a reply that something failed, with what is needed to go on.
 *
 * @param error What went wrong; a bigint among its details becomes a decimal
 *   string.
 * @returns The line with its newline.
 */
export function errorLine(error: LnkError): string {
  const { code, kind, message, help, details } = error;
  const own = { code, kind, message, help };
  return JSON.stringify(
    // Its own fields come first, and no detail takes their place.
    { error: { ...own, ...details, ...own } },
    (_, value) => typeof value === "bigint" ? String(value) : value,
  ) + "\n";
}

/**
 * Reads the reply to a request.
 *
 * @param op What was asked.
 * @param line The line without its newline.
 * @returns What its `ok` holds.
 * @throws {LnkError} The error that the bridge sent, with its code, kind and
 *   details; `bridge/protocol` for anything that is no reply to that request.
 */
export function parseReply<K extends Op>(op: K, line: string): Answers[K] {
  const message = parseMessage(line);
  const schema: z.ZodMiniType = ANSWERS[op];
  const { data } = z.object({ ok: schema }).safeParse(message);
  if (data) return data.ok as Answers[K];
  throw sentError(message) ?? noReply(`it is no reply to ${op}`);
}

/**
 * Reads a bridge's first line.
 *
 * @param line The line without its newline.
 * @returns The challenge.
 * @throws {LnkError} The error that the bridge sent; `bridge/protocol`.
 */
export function parseChallenge(line: string): string {
  const message = parseMessage(line);
  const { data } = CHALLENGE.safeParse(message);
  if (data && isChallenge(data.challenge)) return data.challenge;
  throw sentError(message) ?? noReply("it starts with no challenge");
}

/**
 * The error for a peer that speaks another language.
 *
 * @param state What came instead.
 * @returns An error of code `bridge/protocol`.
 */
export function noReply(state: string): LnkError {
  return new LnkError(
    "unable",
    "bridge/protocol",
    `Cannot understand the bridge: ${state}`,
  );
}

/** The replies' JSON Schema, by what was asked. */
export function replySchemas(): Readonly<Record<string, unknown>> {
  const answers = Object.entries(ANSWERS).map(([op, schema]) =>
    [op, z.toJSONSchema(z.object({ ok: schema }))] as const
  );
  return {
    challenge: z.toJSONSchema(CHALLENGE),
    error: z.toJSONSchema(ERROR),
    ...Object.fromEntries(answers),
  };
}

function parseMessage(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw noReply("a line of it is not JSON");
  }
}

function sentError(message: unknown): LnkError | undefined {
  const { data } = ERROR.safeParse(message);
  if (!data) return undefined;
  const { code, kind, message: text, help, ...details } = data.error;
  return new LnkError(
    KINDS.find((known): known is Kind => known === kind) ?? "unable",
    code,
    text,
    { ...(help !== undefined && { help }), details: revived(details) },
  );
}

/** A version is a bigint in an error of ours, and a decimal string on the wire. */
function revived(
  details: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const version = VERSION_FORM.safeParse(details.version).data;
  return version === undefined
    ? details
    : { ...details, version: BigInt(version) };
}
