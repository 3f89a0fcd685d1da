// Copyright 2026 the lnk authors. MIT license.

/**
 * Unzips a stream in pieces of bounded size.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { damaged } from "./refusal.ts";

/**
 * How much is unzipped at once. Zipped bytes grow at most a thousandfold, so
 * that a bomb never takes more than 16 MiB of memory before it is noticed.
 */
const PIECE = 16 * 1024;

/**
 * Unzips a gzip stream of one member.
 *
 * @param source The zipped bytes.
 * @param take Gets the unzipped ones; may throw to end it.
 * @throws {LnkError} `state/damaged`, and what source and taker throw.
 */
export async function unzip(
  source: AsyncIterable<Uint8Array>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = ReadableStream.from(pieces(source))
    .pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let chunk = await next(reader); chunk; chunk = await next(reader)) {
      take(chunk);
    }
  } finally {
    // After a refusal the source is let go as well; at the end this does nothing.
    await reader.cancel().catch(() => {});
  }
}

async function next(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Uint8Array | undefined> {
  try {
    return (await reader.read()).value;
  } catch (cause) {
    if (cause instanceof LnkError) throw cause;
    throw damaged(fault(cause), { cause });
  }
}

/** What the decoder means; it says the same of a cut file and of a wrong sum. */
function fault(cause: unknown): string {
  const said = cause instanceof Error ? cause.message : "";
  if (/gzip header/.test(said)) return "it is no gzip file";
  if (/checksum/.test(said)) return "it is cut off, or its checksum is wrong";
  if (/whole buffer|trailing/i.test(said)) return "something follows its end";
  return "it was changed, and cannot be unzipped";
}

async function* pieces(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let length = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.slice(at, at + PIECE);
      refuseOther(piece, length);
      length += piece.length;
      yield piece;
    }
  }
  if (length === 0) throw damaged("it is empty");
}

/** Said before the decoder says something of a checksum. */
function refuseOther(piece: Uint8Array, at: number): void {
  const wrong = MAGIC.some((byte, i) =>
    i >= at && byte !== (piece[i - at] ?? byte)
  );
  if (wrong) throw damaged("it is no gzip file");
}

/** How a gzip file starts. (RFC 1952) */
const MAGIC: readonly number[] = [0x1f, 0x8b, 8];
