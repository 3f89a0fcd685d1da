// Copyright 2026 the lnk authors. MIT license.

/**
 * A tar archive as it streams by: entries in, in order, nothing kept.
 *
 * @module
 */

import { BLOCK, type Header, readHeader } from "./header.ts";
import { insideFault } from "./paths.ts";
import { readPax } from "./pax.ts";
import { damaged, wrongHeader, wrongName } from "./refusal.ts";

/** A file or folder of an archive. */
export interface ArchiveEntry extends Header {
  /** What it is. */
  readonly kind: "file" | "folder";
}

/** What takes the entries; each of its functions may throw to refuse the archive. */
export interface Sink {
  /** An entry starts. */
  begin(entry: ArchiveEntry): void;
  /** Bytes of the file that started last. */
  write(bytes: Uint8Array): void;
  /** The entry is complete. */
  end(): void;
}

/** Takes the bytes of an archive. */
export interface TarReader {
  /** The next bytes, in pieces of any size. */
  push(chunk: Uint8Array): void;
  /** There are no more: refuses an archive that is not complete. */
  end(): void;
}

/** The most bytes that stand before one entry to describe it. */
const LARGEST_PAX = 8 * 1024;

/** Where a reader stands. */
interface State {
  readonly sink: Sink;
  /** A header or pax block that is not complete yet. */
  pending: Uint8Array;
  filled: number;
  /** What the pending bytes will be; `body` and `padding` are not kept. */
  expects: "header" | "pax" | "body" | "padding" | "zeros";
  /** Bytes of the body or padding to come. */
  left: number;
  /** Padding behind the body. */
  padding: number;
  /** The last entry. */
  entry: ArchiveEntry | undefined;
  /** What a pax header said of the entry to come. */
  pax: Uint8Array | undefined;
  zeroBlocks: number;
}

/**
 * Reads an archive.
 *
 * @param sink Takes the entries.
 * @returns What to feed.
 */
export function tarReader(sink: Sink): TarReader {
  const state: State = {
    sink,
    pending: new Uint8Array(BLOCK),
    filled: 0,
    expects: "header",
    left: 0,
    padding: 0,
    entry: undefined,
    pax: undefined,
    zeroBlocks: 0,
  };
  return {
    push: (chunk) => {
      for (let rest = chunk; rest.length > 0;) {
        rest = rest.subarray(take(state, rest));
      }
    },
    end: () => {
      if (state.zeroBlocks < 2 || state.filled > 0) {
        throw damaged("it is cut off");
      }
      if (!state.entry) throw damaged("it holds no file and no folder");
    },
  };
}

/** Takes some bytes, and says how many. */
function take(state: State, bytes: Uint8Array): number {
  if (state.expects === "body" || state.expects === "padding") {
    return pass(state, bytes);
  }
  const { pending, filled } = state;
  const count = Math.min(pending.length - filled, bytes.length);
  pending.set(bytes.subarray(0, count), filled);
  state.filled += count;
  if (state.filled === pending.length) {
    state.filled = 0;
    takeBlock(state, pending);
  }
  return count;
}

function pass(state: State, bytes: Uint8Array): number {
  const part = bytes.subarray(0, state.left);
  if (state.expects === "body") state.sink.write(part);
  else refusePadding(part, state.entry!.name);
  state.left -= part.length;
  if (state.left > 0) return part.length;
  if (state.expects === "body") {
    state.sink.end();
    expectRest(state, "padding", state.padding);
  } else {
    state.expects = "header";
  }
  return part.length;
}

/** What stands behind a file up to the next block is nobody's, and must be nothing. */
function refusePadding(bytes: Uint8Array, name: string): void {
  if (bytes.every((byte) => byte === 0)) return;
  throw wrongHeader(name, "bytes stand behind its content");
}

function expectRest(state: State, what: "body" | "padding", left: number) {
  state.expects = left > 0 ? what : "header";
  state.left = left;
}

function takeBlock(state: State, block: Uint8Array): void {
  if (state.expects === "pax") return takePax(state, block);
  if (block.every((byte) => byte === 0)) {
    if (state.pax) throw damaged("it ends before an entry it announced");
    state.zeroBlocks++;
    state.expects = "zeros";
  } else if (state.zeroBlocks > 0) {
    throw damaged("something follows its end");
  } else {
    takeHeader(state, readHeader(block));
  }
}

function takePax(state: State, block: Uint8Array): void {
  // `left` is the content, the block is padded.
  state.pax = block;
  state.pending = new Uint8Array(BLOCK);
  state.expects = "header";
}

function takeHeader(state: State, header: Header): void {
  const padding = (BLOCK - header.size % BLOCK) % BLOCK;
  if (header.kind === "pax") return expectPax(state, header, padding);
  const entry = toEntry(state, header, header.kind);
  state.pax = undefined;
  const fault = entryFault(entry);
  if (fault !== undefined) throw wrongName(entry.name, fault);
  state.sink.begin(entry);
  state.entry = entry;
  state.padding = padding;
  if (entry.size === 0) state.sink.end();
  expectRest(state, "body", entry.size);
}

function expectPax(state: State, { size }: Header, padding: number): void {
  if (state.pax || size === 0 || size > LARGEST_PAX) {
    throw damaged("it has a pax header out of place or size");
  }
  state.expects = "pax";
  state.left = size;
  state.pending = new Uint8Array(size + padding);
}

/** The header with what a pax header before it says; both faults are told by the entry's name. */
function toEntry(
  { pax, left }: State,
  header: Header,
  kind: ArchiveEntry["kind"],
): ArchiveEntry {
  if (!pax) return { ...header, kind };
  refusePadding(pax.subarray(left), header.name);
  return { ...header, ...readPax(pax.subarray(0, left), header.name), kind };
}

function entryFault({ name, kind }: ArchiveEntry): string | undefined {
  if (name.startsWith("/")) return "it is absolute";
  if (kind === "file" && name.endsWith("/")) {
    return "it is a file whose name ends in a slash";
  }
  return insideFault(name);
}
