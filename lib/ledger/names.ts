// Copyright 2026 the lnk authors. MIT license.

/**
 * Ids, fingerprints, and the forms of what comes in.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { emptyKey } from "../secret.ts";
import { inert, isJson, quote, tooDeepAt } from "../text.ts";
import type { Answer } from "./types.ts";

/** The most characters of an attempt id and of a tool's name. */
export const NAME_LIMIT = 128;

/** The most characters of a binding reference. */
export const BINDING_LIMIT = 256;

const encoder = new TextEncoder();

/**
 * SHA-256 in hex.
 *
 * @param bytes Any bytes.
 * @returns 64 lowercase hex digits.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toHex();
}

/**
 * What is kept of a start's secret.
 *
 * @param secret The secret's bytes.
 * @returns SHA-256 of a label and the secret, in hex.
 * @throws {LnkError} `key/empty`, `ledger/malformed`.
 */
export function fingerprintOf(secret: Uint8Array): Promise<string> {
  if (!(secret instanceof Uint8Array)) {
    throw malformed("the secret", "it is no bytes");
  }
  if (secret.length === 0) throw emptyKey();
  const label = encoder.encode("link-ledger-secret:v1\0");
  const text = new Uint8Array(label.length + secret.length);
  text.set(label);
  text.set(secret, label.length);
  return sha256(text);
}

/** What ids are made from. */
export interface IdSource {
  /** Milliseconds since 1970; it can step back. */
  readonly now: number;
  /** Ten fresh random bytes. */
  readonly random: Uint8Array;
}

// Room above for ids although the clock stands at its last.
const LATEST = 2 ** 48 - 2 ** 32;

/**
 * The next id: a UUIDv7 (RFC 9562) that sorts after the last one, although the
 * clock may have stepped back.
 *
 * @param last The last id, or "".
 * @param source Clock and randomness.
 * @returns The id in lower case.
 */
export function nextId(last: string, { now, random }: IdSource): string {
  const hex = last.replaceAll("-", "");
  const lastTime = hex === "" ? -1 : parseInt(hex.slice(0, 12), 16);
  const lastCount = hex === "" ? 0 : parseInt(hex.slice(13, 16), 16);
  const clock = Math.min(Math.max(Math.trunc(now) || 0, 0), LATEST);
  // A new millisecond starts its count low, so that there is room above.
  let count = ((random[0]! & 0x07) << 8) | random[1]!;
  let time = clock;
  if (clock <= lastTime) {
    time = lastCount < 0xfff ? lastTime : lastTime + 1;
    count = lastCount < 0xfff ? lastCount + 1 : count;
  }
  const tail = random.slice(2, 10);
  tail[0] = (tail[0]! & 0x3f) | 0x80;
  const text = time.toString(16).padStart(12, "0") + "7" +
    count.toString(16).padStart(3, "0") + tail.toHex();
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Requires a text to be a name that can be shown: no control, format or
 * look-alike space in it, and no space at its edge or beside another, which
 * could draw a line of its own.
 *
 * @param what What it names, for the message.
 * @param text What was given.
 * @param limit The most characters.
 * @returns The text.
 * @throws {LnkError} `ledger/malformed`.
 */
export function requireOpaque(
  what: string,
  text: string,
  limit: number,
): string {
  // A program in JavaScript may give anything.
  if (typeof text !== "string") throw malformed(what, "it is no text");
  const fits = text !== "" && text.length <= limit && inert(text) === text;
  if (fits && !/^ | $| {2}/.test(text)) return text;
  throw malformed(
    `${quote(text)} as ${what}`,
    `it is not 1 to ${limit} visible characters with single spaces between`,
  );
}

/**
 * Requires a generation to be a whole number.
 *
 * @param generation What was given.
 * @throws {LnkError} `ledger/malformed`.
 */
export function requireWhole(generation: number): void {
  if (Number.isSafeInteger(generation) && generation >= 0) return;
  throw malformed("the generation", "it is no whole number");
}

/**
 * Requires an owner's answer to be one.
 *
 * @param answer What was given.
 * @returns The answer.
 * @throws {LnkError} `ledger/malformed`.
 */
export function requireAnswer(answer: Answer): Answer {
  if (answer === "allow_once" || answer === "deny") return answer;
  const shown = quote(String(answer));
  throw malformed(`${shown} as an answer`, "it is not allow_once or deny");
}

function malformed(what: string, state: string): LnkError {
  const message = `Cannot take ${what}: ${state}`;
  return new LnkError("usage", "ledger/malformed", message);
}

/**
 * Requires a text to be one JSON value, of any kind.
 *
 * @param text What was given; nothing of it is changed.
 * @returns The text.
 * @throws {LnkError} `ledger/arguments`, `ledger/arguments-too-large`,
 *   `ledger/arguments-too-deep`.
 */
export function requireArguments(text: string): string {
  if (typeof text !== "string") throw notOneValue();
  const bytes = encoder.encode(text).length;
  if (bytes > ARGUMENTS_LIMIT) {
    throw new LnkError(
      "usage",
      "ledger/arguments-too-large",
      `Cannot propose the call: its arguments have ${bytes} bytes, more than ` +
        `${ARGUMENTS_LIMIT}`,
    );
  }
  // A lone surrogate has no bytes: what was approved could not be returned.
  if (!text.isWellFormed() || !isJson(text)) throw notOneValue();
  if (tooDeepAt(text, ARGUMENTS_DEEPEST) !== undefined) {
    throw new LnkError(
      "usage",
      "ledger/arguments-too-deep",
      "Cannot propose the call: its arguments nest more than " +
        `${ARGUMENTS_DEEPEST} deep`,
    );
  }
  return text;
}

function notOneValue(): LnkError {
  return new LnkError(
    "usage",
    "ledger/arguments",
    "Cannot propose the call: its arguments are not one JSON value",
  );
}

/** How deep a call's arguments may nest: what is deeper, many readers of JSON cannot read. */
const ARGUMENTS_DEEPEST = 128;

/** The most bytes of a call's arguments: 512 KiB. */
export const ARGUMENTS_LIMIT = 512 * 1024;
