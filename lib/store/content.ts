// Copyright 2026 the lnk authors. MIT license.

/**
 * A file's bytes in JSON: as text where they are text, else as base64.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { decodeUtf8 } from "../text.ts";

/** A file's content in JSON. */
export interface Content {
  /** The text, or the base64. */
  readonly content: string;
  /** Which of the two; text without it. */
  readonly encoding?: "base64";
}

/**
 * Puts bytes into JSON.
 *
 * @param bytes The content.
 * @returns The same as text, or as base64 where it is not UTF-8 or, above 1
 *   MiB, longer as text.
 */
export function toContent(bytes: Uint8Array<ArrayBuffer>): Content {
  const content = decodeUtf8(bytes);
  if (content !== undefined && !isCostly(bytes)) return { content };
  return { content: bytes.toBase64(), encoding: "base64" };
}

/** Shorter content is text even where its escapes are longer than base64. */
const SHORT = 1024 * 1024;

/** Whether a text is so full of what JSON escapes that base64 is shorter. */
function isCostly(bytes: Uint8Array): boolean {
  if (bytes.length <= SHORT) return false;
  let more = 0;
  for (const byte of bytes) {
    if (byte < 0x20) more += 5;
    else if (byte === 0x22 || byte === 0x5c) more++;
  }
  return 3 * more > bytes.length;
}

/**
 * Takes bytes out of JSON.
 *
 * @param content What came.
 * @returns The bytes.
 * @throws {LnkError} `bridge/malformed-field` if the base64 is none.
 */
export function fromContent(content: Content): Uint8Array<ArrayBuffer> {
  if (content.encoding === undefined) {
    return new TextEncoder().encode(content.content);
  }
  try {
    return Uint8Array.fromBase64(content.content, {
      lastChunkHandling: "strict",
    });
  } catch (cause) {
    throw new LnkError(
      "usage",
      "bridge/malformed-field",
      'Cannot answer a request: its "content" is not base64',
      { cause },
    );
  }
}
