// Copyright 2026 the lnk authors. MIT license.

/**
 * The bytes of a checked file as text: strict UTF-8 without a byte order mark,
 * or a problem that says where it is not.
 *
 * @module
 */

import type { Problem } from "./located.ts";
import { decodeUtf8, firstBadByte } from "./text.ts";

/** The most bytes of a sandbox file or a contract. */
export const LARGEST_FILE = 1024 * 1024;

/** A file's text, or as much of it as there is. */
export interface Source {
  /** The text, without a byte order mark; up to the first bad byte if there is one. */
  readonly text: string;
  /** Whether all of the bytes are in the text. */
  readonly whole: boolean;
  /** `text/encoding` or `text/byte-order-mark`. */
  readonly problems: readonly Problem[];
}

const MARK = "\ufeff";

/**
 * Decodes a file.
 *
 * @param bytes The whole content.
 * @returns Its text and what is wrong with the encoding.
 */
export function decodeSource(bytes: Uint8Array<ArrayBuffer>): Source {
  const text = decodeUtf8(bytes);
  if (text === undefined) return undecodable(bytes);
  if (!text.startsWith(MARK)) return { text, whole: true, problems: [] };
  return {
    text: text.slice(1),
    whole: true,
    problems: [{
      code: "text/byte-order-mark",
      severity: "error",
      message: "The file starts with a byte order mark, which not every " +
        "reader passes over",
      range: [0, 0],
    }],
  };
}

function undecodable(bytes: Uint8Array<ArrayBuffer>): Source {
  const at = firstBadByte(bytes);
  const text = new TextDecoder().decode(bytes.subarray(0, at));
  const [a, b] = bytes;
  const wide = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  return {
    text,
    whole: false,
    problems: [{
      code: "text/encoding",
      severity: "error",
      message: `Byte ${at + 1} of the file is not UTF-8` +
        (wide ? ": the file looks like UTF-16" : ""),
      range: [text.length, text.length],
    }],
  };
}
