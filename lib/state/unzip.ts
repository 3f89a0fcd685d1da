// Copyright 2026 the lnk authors. MIT license.

/**
 * Unzips a stream in pieces of bounded size.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { damaged } from "./header.ts";

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
    throw damaged("it is no gzip, or is cut off, changed or goes on", cause);
  }
}

async function* pieces(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield chunk.slice(at, at + PIECE);
    }
  }
}
