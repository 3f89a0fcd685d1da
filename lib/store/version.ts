// Copyright 2026 the lnk authors. MIT license.

/**
 * The token of a file's content, by which a change names what it replaces.
 *
 * It is made of the content alone: it survives a move to another machine, and
 * no file system reuses it as it reuses an inode or a time.
 *
 * @module
 */

const LABEL = new TextEncoder().encode("link-file:v1\0");

/**
 * The version of a content: the first 8 bytes of the SHA-256 of
 * `"link-file:v1\0"` and the content, big-endian; 1 where they are 0.
 *
 * @example Usage
 * ```ts
 * import { versionOf } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const content = new TextEncoder().encode("hello\n");
 * assertEquals(await versionOf(content), 16988388895920384512n);
 * ```
 *
 * @param content The whole file.
 * @returns An opaque token, never 0: compare it for equality only.
 */
export async function versionOf(content: Uint8Array): Promise<bigint> {
  const labelled = new Uint8Array(LABEL.length + content.length);
  labelled.set(LABEL);
  labelled.set(content, LABEL.length);
  const digest = await crypto.subtle.digest("SHA-256", labelled);
  return new DataView(digest).getBigUint64(0) || 1n;
}

const LARGEST = 2n ** 64n - 1n;

/**
 * Reads a version as JSON and flags spell it.
 *
 * @param text Decimal digits without a leading zero; "0" is no file.
 * @returns The version, or `undefined` if the text is none.
 */
export function parseVersion(text: string): bigint | undefined {
  if (!/^(0|[1-9][0-9]{0,19})$/.test(text)) return undefined;
  const version = BigInt(text);
  return version <= LARGEST ? version : undefined;
}
