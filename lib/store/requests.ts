// Copyright 2026 the lnk authors. MIT license.

/**
 * Requests of the bridge: reading a line, and saying what is wrong with it.
 *
 * @module
 */

import * as z from "zod/mini";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { type BridgeRequest, REQUEST_LIMIT } from "./protocol.ts";
import { parseVersion } from "./version.ts";

/** Text that UTF-8 can carry: half a surrogate pair would be lost on the way. */
const text = z.string().check(z.refine((value) => value.isWellFormed()));
const sequence = z.int().check(z.gte(1));
const whose = { agent: z.exactOptional(text), owner: z.exactOptional(text) };

/** An unsigned 64-bit number in decimal, without leading zeros. */
export const VERSION_FORM: z.ZodMiniType<string> = z.string().check(
  z.regex(/^(0|[1-9][0-9]{0,19})$/),
  z.refine((value) => parseVersion(value) !== undefined),
);

/** What follows `op` and comes before the binding, by what is asked. */
const FIELDS = {
  file_read: { path: text },
  file_write: {
    path: text,
    content: text,
    encoding: z.exactOptional(z.literal("base64")),
    expect: z.exactOptional(VERSION_FORM),
  },
  file_list: { prefix: z.exactOptional(text) },
  file_delete: { path: text, expect: VERSION_FORM },
  last: { thread: text },
  read: {
    thread: text,
    after: z.exactOptional(z.int().check(z.gte(0))),
    through: z.exactOptional(z.int().check(z.gte(0))),
    limit: z.exactOptional(sequence),
  },
  append: { thread: text, record: text, seq: sequence },
  lease_acquire: { name: text, holder: text, ttl: sequence },
  lease_renew: { name: text, holder: text, ttl: sequence },
  lease_release: { name: text, holder: text },
} as const;

const asked = <O extends keyof typeof FIELDS>(op: O) =>
  z.strictObject({ op: z.literal(op), ...FIELDS[op], ...whose });

const REQUEST = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("hello"),
    agent: text,
    owner: text,
    proof: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  asked("file_read"),
  asked("file_write"),
  asked("file_list"),
  asked("file_delete"),
  asked("last"),
  asked("read"),
  asked("append"),
  asked("lease_acquire"),
  asked("lease_renew"),
  asked("lease_release"),
]);

/**
 * Reads a request's line.
 *
 * @param line The line without its newline.
 * @returns The request.
 * @throws {LnkError} `bridge/malformed-line`, `bridge/unknown-op`,
 *   `bridge/unknown-field`, `bridge/malformed-field`.
 */
export function parseRequest(line: string): BridgeRequest {
  const parsed = REQUEST.safeParse(parseJson(line));
  if (parsed.success) return parsed.data;
  throw describe(parsed.error.issues[0]!);
}

/**
 * Writes a request as a line.
 *
 * @param request What to ask.
 * @returns The bytes, with the newline.
 * @throws {LnkError} `bridge/line-too-long` if no bridge would take it.
 */
export function encodeRequest(request: BridgeRequest): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(request)}\n`);
  if (bytes.length <= REQUEST_LIMIT + 1) return bytes;
  throw lineTooLong(REQUEST_LIMIT);
}

/**
 * The refusal of a line that is too long.
 *
 * @param limit The most bytes it may have.
 * @returns An error of code `bridge/line-too-long`.
 */
export function lineTooLong(limit: number): LnkError {
  return new LnkError(
    "refused",
    "bridge/line-too-long",
    `Cannot take a request of that length: a line has at most ${limit} bytes`,
    { details: { limit } },
  );
}

/**
 * The refusal of a line that holds no message.
 *
 * @param state What it is instead.
 * @returns An error of code `bridge/malformed-line`.
 */
export function malformedLine(state: string): LnkError {
  return new LnkError(
    "usage",
    "bridge/malformed-line",
    `Cannot read a request: ${state}`,
  );
}

/** The requests' JSON Schema. */
export function requestSchema(): unknown {
  return z.toJSONSchema(REQUEST);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw malformedLine("the line is not JSON");
  }
}

function describe(issue: z.core.$ZodIssue): LnkError {
  const field = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return fault("unknown-field", `it has no field ${quote(issue.keys[0]!)}`);
  }
  if (field === "") return malformedLine("the line is not a JSON object");
  if (issue.code === "invalid_union") {
    return fault("unknown-op", 'its "op" is none that a bridge knows');
  }
  return fault("malformed-field", `its ${quote(field)} is ${wrong(issue)}`);
}

function wrong(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `missing or not ${issue.expected === "int" ? "an" : "a"} ${
        issue.expected === "int" ? "integer" : issue.expected
      }`;
    case "invalid_format":
      return issue.path[0] === "proof"
        ? "not 64 lowercase hex digits"
        : "not a version in decimal";
    case "too_small":
      return `less than ${issue.minimum}`;
    case "too_big":
      return `more than ${issue.maximum}`;
    case "invalid_value":
      return `not ${issue.values.map((value) => quote(String(value)))}`;
    default:
      return issue.path[0] === "expect"
        ? "not a version in decimal"
        : "not Unicode text";
  }
}

function fault(what: string, state: string): LnkError {
  const code = {
    "unknown-field": "bridge/unknown-field",
    "unknown-op": "bridge/unknown-op",
    "malformed-field": "bridge/malformed-field",
  }[what]!;
  return new LnkError("usage", code, `Cannot answer a request: ${state}`);
}
