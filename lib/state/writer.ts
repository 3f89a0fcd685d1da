// Copyright 2026 the lnk authors. MIT license.

/**
 * The entries of a plan as a stream of zipped tar.
 *
 * @module
 */

import type { TarHeader, TarPackController } from "modern-tar";
import { type Disk, type OpenFile, openPlain } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { writeAll } from "../disk/temp.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { LATEST_TIME } from "./limits.ts";
import { ancestors, tilde } from "./paths.ts";
import type { StateEntry, StatePlan } from "./plan.ts";

/** How much is read at once: larger pieces pile up before they are collected, smaller ones are slow. */
const PIECE = 32 * 1024;

/** Where files are read into, and what waits until that has been zipped. */
interface Feed {
  readonly tar: TarPackController;
  readonly piece: Uint8Array<ArrayBuffer>;
  /** Ends when the piece may be used again; fails with what ended the archive. */
  passed: PromiseWithResolvers<void>;
}

/**
 * Writes what a plan lists to the end of a file.
 *
 * @param disk Where the plan was made.
 * @param plan What to write.
 * @param file Where to.
 * @throws {LnkError} `state/changed`, `disk/...`.
 */
export async function streamTar(
  disk: Disk,
  plan: StatePlan,
  file: OpenFile,
): Promise<void> {
  const { createTarPacker } = await import("modern-tar");
  const { readable, controller: tar } = createTarPacker();
  const zip = new CompressionStream("gzip");
  // One buffer for all: fresh ones leave memory in pieces that pile up.
  const piece = new Uint8Array(PIECE);
  const feed: Feed = { tar, piece, passed: Promise.withResolvers() };
  // Nobody may wait when it fails.
  feed.passed.promise.catch(() => {});
  const ends = await Promise.allSettled([
    addAll(disk, plan, feed),
    pass(readable, zip.writable, feed),
    keep(zip.readable, file),
  ]);
  // Where one fails the others end as well, with errors that say less.
  const reasons = ends.flatMap((end) =>
    end.status === "rejected" ? [end.reason as unknown] : []
  );
  if (reasons.length === 0) return;
  throw reasons.find((one) => one instanceof LnkError) ?? reasons[0];
}

/** Hands the archive to the zipper, and says when the shared piece has passed. */
async function pass(
  tar: ReadableStream<Uint8Array<ArrayBuffer>>,
  zip: WritableStream<BufferSource>,
  feed: Feed,
): Promise<void> {
  const writer = zip.getWriter();
  try {
    for await (const chunk of tar) {
      await writer.write(chunk);
      if (chunk.buffer === feed.piece.buffer) feed.passed.resolve();
    }
    await writer.close();
  } catch (error) {
    feed.passed.reject(error);
    feed.tar.error(error);
    await writer.abort(error).catch(() => {});
    throw error;
  }
}

async function keep(
  bytes: ReadableStream<Uint8Array>,
  file: OpenFile,
): Promise<void> {
  for await (const chunk of bytes) {
    attempt("write", file.path, () => writeAll(file, chunk));
  }
}

async function addAll(
  disk: Disk,
  plan: StatePlan,
  feed: Feed,
): Promise<void> {
  const { home, entries } = plan;
  const planned = new Map(entries.map((entry) => [entry.path, entry]));
  try {
    for (const entry of entries) {
      refuseMoved(disk, home, entry.path, planned);
      const body = feed.tar.add(toHeader(entry)).getWriter();
      // Where the archive ends early this fails, as the writing does.
      body.closed.catch(() => {});
      if (entry.kind === "file") {
        await copy(disk, `${home}/${entry.path}`, entry, { feed, body });
      }
      await body.close();
    }
    feed.tar.finalize();
  } catch (error) {
    feed.tar.error(error);
    throw error;
  }
}

/** Refuses a path whose folders are not those that the plan saw: one may have become a link. */
function refuseMoved(
  disk: Disk,
  home: string,
  path: string,
  planned: ReadonlyMap<string, StateEntry>,
): void {
  for (const part of [...ancestors(path), path]) {
    const now = attempt(
      "read",
      tilde(part),
      () => disk.lstat(`${home}/${part}`),
    );
    const then = planned.get(part);
    // A number alone is no proof: it is given again to what is made next.
    if (now?.id !== then?.id || now?.kind !== then?.kind) {
      throw changed(path, now ? "it was replaced" : "it has gone");
    }
  }
}

function toHeader({ kind, path, bytes, mode, modified }: StateEntry) {
  const latest = LATEST_TIME * 1000;
  const held = modified % 1000 === 0 && modified >= 0 && modified <= latest;
  return {
    name: kind === "folder" ? `${path}/` : path,
    type: kind === "folder" ? "directory" : "file",
    size: bytes,
    mode,
    mtime: new Date(Math.min(Math.max(0, modified), latest)),
    // The header itself holds whole seconds since 1970 only, up to year 2242.
    ...(!held && { pax: { mtime: (modified / 1000).toFixed(3) } }),
  } satisfies TarHeader;
}

async function copy(
  disk: Disk,
  path: string,
  planned: StateEntry,
  { feed, body }: {
    readonly feed: Feed;
    readonly body: WritableStreamDefaultWriter<Uint8Array>;
  },
): Promise<void> {
  using file = openPlain(disk, path, "read");
  if (!file) throw changed(planned.path, "it has gone");
  refuseChanged(planned, file);
  for (let at = 0; at < planned.bytes;) {
    const piece = feed.piece.subarray(0, planned.bytes - at);
    const got = attempt("read", path, () => file.readAt(at, piece));
    if (got === 0) throw changed(planned.path, "it became shorter");
    feed.passed = Promise.withResolvers();
    feed.passed.promise.catch(() => {});
    await body.write(piece.subarray(0, got));
    await feed.passed.promise;
    at += got;
  }
  refuseChanged(planned, file);
}

function refuseChanged(planned: StateEntry, file: OpenFile): void {
  const { id, size, modified } = attempt("read", file.path, () => file.entry());
  if (id !== planned.id) throw changed(planned.path, "it was replaced");
  if (size !== planned.bytes || modified !== planned.modified) {
    throw changed(planned.path, "it was written to");
  }
}

function changed(path: string, state: string): LnkError {
  return new LnkError(
    "unable",
    "state/changed",
    `Cannot pack ${quote(tilde(path))}: ${state} meanwhile`,
    { details: { path: tilde(path) } },
  );
}
