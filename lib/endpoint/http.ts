// Copyright 2026 the lnk authors. MIT license.

/**
 * The little of HTTP/1 that a proof needs: one head from a peer that nobody
 * vouches for.
 *
 * What is not plainly right is malformed; nothing is guessed, folded or
 * repaired. (RFC 9112)
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";

/** The most bytes a head may have: 16 KiB. */
export const HEAD_LIMIT = 16 * 1024;

/** How much is read at once, so at most how much of a body: 4 KiB. */
const PIECE = 4096;

/** A request or a response up to its empty line. */
export interface Head {
  /** The request line or the status line. */
  readonly first: string;
  /** Names in lower case and values, in order; repeats are kept apart. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Why there is no head: the peer ended before its first byte, or in the middle, sent too much, or sent something else. */
export type HeadFault = "ended" | "cut" | "too-large" | "malformed";

/**
 * Reads one head.
 *
 * @param wire A connection of which nothing has been read.
 * @returns The head, or why there is none.
 */
export async function readHead(wire: Wire): Promise<Head | HeadFault> {
  const buffer = new Uint8Array(HEAD_LIMIT);
  let length = 0;
  while (length < HEAD_LIMIT) {
    const end = Math.min(length + PIECE, HEAD_LIMIT);
    const got = await readSome(wire, buffer.subarray(length, end));
    if (got === null) return length === 0 ? "ended" : cut(buffer, length);
    // The empty line may lie across two pieces.
    const from = Math.max(0, length - 3);
    length += got;
    const at = emptyLine(buffer, from, length);
    if (at >= 0) return parseHead(latin1(buffer.subarray(0, at)));
  }
  return "too-large";
}

/** A peer that broke off in the middle: of HTTP, or of something else. */
function cut(buffer: Uint8Array, length: number): HeadFault {
  const begun = latin1(buffer.subarray(0, Math.min(length, 5)));
  return "HTTP/".startsWith(begun) ? "cut" : "malformed";
}

async function readSome(
  wire: Wire,
  into: Uint8Array<ArrayBuffer>,
): Promise<number | null> {
  try {
    return await wire.read(into);
  } catch {
    // A reset says no more than an end.
    return null;
  }
}

function emptyLine(bytes: Uint8Array, from: number, length: number): number {
  for (let i = from; i + 3 < length; i++) {
    if (
      bytes[i] === 13 && bytes[i + 1] === 10 && bytes[i + 2] === 13 &&
      bytes[i + 3] === 10
    ) return i;
  }
  return -1;
}

/** A character a byte, so that no byte is lost or merged. */
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function parseHead(text: string): Head | HeadFault {
  const [first = "", ...lines] = text.split("\r\n");
  const headers: (readonly [string, string])[] = [];
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(first + lines.join(""))) {
    return "malformed";
  }
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(line) ??
      [];
    if (name === undefined || value === undefined) return "malformed";
    headers.push([name.toLowerCase(), trimmed(value)]);
  }
  return { first, headers };
}

/** Without the spaces and tabs around it; by hand, since a pattern takes quadratic time. */
function trimmed(value: string): string {
  const blank = (at: number) => value[at] === " " || value[at] === "\t";
  let start = 0;
  let end = value.length;
  while (start < end && blank(start)) start++;
  while (end > start && blank(end - 1)) end--;
  return value.slice(start, end);
}

/**
 * All values of a header.
 *
 * @param head Where to look.
 * @param name The header, in any case.
 * @returns A value for each time it stands there.
 */
export function headerValues({ headers }: Head, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([one]) => one === wanted).map(([, value]) => value);
}

/**
 * Writes a head without a body after it.
 *
 * @param wire Where to write.
 * @param lines The first line and the headers.
 */
export async function writeHead(
  wire: Wire,
  lines: readonly string[],
): Promise<void> {
  let rest = new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`);
  while (rest.length > 0) rest = rest.subarray(await wire.write(rest));
}
