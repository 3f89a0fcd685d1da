// Copyright 2026 the lnk authors. MIT license.

/**
 * Tar archives made byte by byte, good and hostile: nothing here checks
 * anything.
 *
 * @module
 */

const encoder = new TextEncoder();

/** A block of an archive as a test wants it. */
export interface Block {
  /** The name field, at most 100 bytes. */
  readonly name: string | Uint8Array;
  /** The type flag; a file without it. */
  readonly type?: string;
  /** What follows. */
  readonly body?: string | Uint8Array;
  /** What the size field says, if not the length of the body. */
  readonly size?: string;
  /** The target of a link. */
  readonly linkname?: string;
  /** The prefix field. */
  readonly prefix?: string;
  /** The mode field. */
  readonly mode?: string;
  /** The magic and version fields. */
  readonly magic?: string;
  /** What stands in the field of a device's major number. */
  readonly device?: string;
  /** What stands behind the last field of the header. */
  readonly tail?: string;
  /** What stands between the body and the next block. */
  readonly padding?: string;
  /** Whether the sum is wrong. */
  readonly badSum?: boolean;
}

/**
 * One entry: header, body, padding.
 *
 * @param block What it says.
 * @returns A multiple of 512 bytes.
 */
export function entry(block: Block): Uint8Array {
  const body = bytesOf(block.body ?? "");
  const header = new Uint8Array(512);
  const put = (at: number, text: string | Uint8Array) =>
    header.set(bytesOf(text), at);
  put(0, block.name);
  put(100, block.mode ?? "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, block.size ?? body.length.toString(8).padStart(11, "0"));
  put(136, "14000000000\0");
  put(148, "        ");
  put(156, block.type ?? "0");
  put(157, block.linkname ?? "");
  put(257, block.magic ?? "ustar\x0000");
  put(329, block.device ?? "");
  put(345, block.prefix ?? "");
  put(500, block.tail ?? "");
  const sum = header.reduce((a, b) => a + b, 0) + (block.badSum ? 1 : 0);
  put(148, sum.toString(8).padStart(6, "0") + "\0 ");
  const padding = new Uint8Array((512 - body.length % 512) % 512);
  padding.set(bytesOf(block.padding ?? ""));
  return concat([header, body, padding]);
}

/**
 * A pax header before another entry.
 *
 * @param records Its records.
 * @param type `x`, or `g` for a global one.
 * @returns An entry.
 */
export function pax(
  records: Readonly<Record<string, string>>,
  type = "x",
): Uint8Array {
  const body = Object.entries(records).map(([key, value]) => {
    const rest = ` ${key}=${value}\n`;
    const length = encoder.encode(rest).length;
    const digits = String(length + String(length + 3).length).length;
    return `${length + digits}${rest}`;
  });
  return entry({ name: "PaxHeader", type, body: body.join("") });
}

/** What ends an archive. */
export const END: Uint8Array = new Uint8Array(1024);

/**
 * Bytes in a row.
 *
 * @param parts Any number of them.
 * @returns One array.
 */
export function concat(
  parts: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Zips bytes.
 *
 * @param bytes What.
 * @returns A gzip stream of one member.
 */
export async function gzip(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const zipped = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return await new Response(zipped).bytes();
}

/**
 * A whole archive.
 *
 * @param parts Its entries.
 * @returns It, ended and zipped.
 */
export function archive(
  ...parts: readonly Uint8Array[]
): Promise<Uint8Array<ArrayBuffer>> {
  return gzip(concat([...parts, END]));
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === "string" ? encoder.encode(value) : value;
}
