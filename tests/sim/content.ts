// Copyright 2026 the lnk authors. MIT license.

/**
 * Content of a file, and what a power cut makes of changes to it.
 *
 * @module
 */

/** A change of content that waits. */
export interface ContentChange {
  readonly what: "write" | "cut";
  /** Where a write starts, or the new length of a cut. */
  readonly at: number;
  readonly bytes: Uint8Array;
  /** A sync said that it is on the medium. */
  certain: boolean;
  /** A sync failed: no later one brings it to the medium. */
  dropped: boolean;
}

/** What becomes of one waiting change: 0 is kept, 1 is lost, more are ways to tear it. */
export type Fate = number;

/** Kept, lost, only the length, the first half, the second half. */
export const WRITE_FATES = ["kept", "lost", "zeros", "head", "tail"] as const;

/** Content is never changed in place, so that copies of a disk can share it. */
export const NOTHING: Uint8Array = new Uint8Array();

/**
 * How many fates a change has.
 *
 * @param change The change.
 * @returns 1 where it is certain.
 */
export function fatesOf({ what, bytes, certain }: ContentChange): number {
  if (certain) return 1;
  if (what === "cut") return 2;
  return bytes.length > 1 ? WRITE_FATES.length : 3;
}

/**
 * Content after a change met its fate.
 *
 * @param content The content before.
 * @param change The change.
 * @param fate What becomes of it.
 * @returns New content.
 */
export function applied(
  content: Uint8Array,
  change: ContentChange,
  fate: Fate,
): Uint8Array {
  const { at, bytes } = change;
  const half = bytes.length >> 1;
  if (WRITE_FATES[fate] === "lost") return content;
  if (change.what === "cut") return resized(content, at);
  switch (WRITE_FATES[fate]) {
    case "zeros":
      return resized(content, Math.max(content.length, at + bytes.length));
    case "head":
      return written(content, at, bytes.subarray(0, half));
    case "tail":
      return written(content, at + half, bytes.subarray(half));
    default:
      return written(content, at, bytes);
  }
}

/**
 * Content with bytes written over it.
 *
 * @param content The content before.
 * @param at Where the bytes start.
 * @param bytes The bytes.
 * @returns New content; zeros fill a gap.
 */
export function written(
  content: Uint8Array,
  at: number,
  bytes: Uint8Array,
): Uint8Array {
  const result = resized(
    content,
    Math.max(content.length, at + bytes.length),
  );
  result.set(bytes, at);
  return result;
}

/**
 * Content cut, or filled with zeros, to a length.
 *
 * @param content The content before.
 * @param length The length wanted.
 * @returns New content.
 */
export function resized(content: Uint8Array, length: number): Uint8Array {
  const result = new Uint8Array(length);
  result.set(content.subarray(0, length));
  return result;
}
