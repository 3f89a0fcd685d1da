// Copyright 2026 the lnk authors. MIT license.

/**
 * Lines of a byte stream, with limits of length and time.
 *
 * What a peer sends is never held beyond the limit of a line, however slowly,
 * fast or long it sends.
 *
 * @module
 */

import type { Wire } from "../endpoint.ts";
import { decodeUtf8 } from "../text.ts";

/** What came instead of a line. */
export type NoLine =
  /** The stream ended, perhaps amid a line. */
  | "ended"
  /** Time ran out; the stream cannot be read on. */
  | "late"
  /** A line that was too long; all of it was passed over. */
  | "too-long"
  /** A line that is not UTF-8. */
  | "not-text";

/** A line without its newline, or why there is none. */
export type Line = { readonly text: string } | NoLine;

/** How long and how late a line may be. */
export interface LineLimits {
  /** The most bytes, without the newline. */
  readonly length: number;
  /** Milliseconds until its first byte. */
  readonly idle: number;
  /** Milliseconds from its first byte to its newline. */
  readonly whole: number;
}

/** Lines of a stream, one after the other. */
export interface LineReader {
  /** The next line. */
  next(limits: LineLimits): Promise<Line>;
  /** How many bytes came already and belong to later lines. */
  readonly waiting: number;
  /** How many bytes it holds for them and for a line that is coming. */
  readonly held: number;
}

/** Room for usual lines. */
const ROOM = 16 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads lines.
 *
 * @param wire The stream; a read that fails counts as its end.
 * @returns A reader, the only one of that stream.
 */
export function lineReader(wire: Pick<Wire, "read">): LineReader {
  let buffer = new Uint8Array(ROOM);
  let start = 0;
  let end = 0;

  const makeRoom = (most: number) => {
    if (start > 0) {
      buffer.copyWithin(0, start, end);
      end -= start;
      start = 0;
    }
    if (end < buffer.length) return;
    const larger = new Uint8Array(Math.min(2 * buffer.length, most));
    larger.set(buffer);
    buffer = larger;
  };
  const fill = async (length: number): Promise<boolean> => {
    if (end === buffer.length) makeRoom(Math.max(length + 1, ROOM));
    const got = await wire.read(buffer.subarray(end)).catch(() => null);
    end += got ?? 0;
    return got !== null;
  };
  const take = (at: number): string | undefined => {
    const text = decodeUtf8(buffer.subarray(start, at));
    start = at + 1;
    if (start === end) {
      start = end = 0;
      // A long line's room is not kept for the short ones after it.
      if (buffer.length > ROOM) buffer = new Uint8Array(ROOM);
    }
    return text;
  };
  const rest = async (length: number): Promise<Line> => {
    let seen = 0;
    let passedOver = false;
    while (true) {
      const at = buffer.subarray(0, end).indexOf(NEWLINE, start + seen);
      if (at >= 0) {
        const long = passedOver || at - start > length;
        const text = take(at);
        return long ? "too-long" : text === undefined ? "not-text" : { text };
      }
      seen = end - start;
      if (seen > length) {
        passedOver = true;
        start = end = seen = 0;
      }
      if (!await fill(length)) return "ended";
    }
  };
  return {
    get waiting() {
      return end - start;
    },
    get held() {
      return buffer.length;
    },
    next: async ({ length, idle, whole }) => {
      if (start === end) {
        const came = await inTime(idle, fill(length));
        if (came === "late") return "late";
        if (!came) return "ended";
      }
      return await inTime(whole, rest(length));
    },
  };
}

/**
 * Writes all of some bytes.
 *
 * @param wire The stream.
 * @param bytes What to write.
 * @returns How many went: all of them, or fewer where the stream failed.
 */
export async function writeAll(
  wire: Pick<Wire, "write">,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  let done = 0;
  try {
    while (done < bytes.length) done += await wire.write(bytes.subarray(done));
  } catch {
    // How far it came says all.
  }
  return done;
}

/**
 * Waits for something, but not for ever.
 *
 * @param milliseconds How long.
 * @param promise What to wait for; it goes on where time runs out.
 * @returns What it gives, or "late".
 */
export async function inTime<T>(
  milliseconds: number,
  promise: Promise<T>,
): Promise<T | "late"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
