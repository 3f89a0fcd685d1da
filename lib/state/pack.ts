// Copyright 2026 the lnk authors. MIT license.

/**
 * Packs a plan into a gzipped tar archive, as a stream.
 *
 * The same state gives the same bytes: entries are sorted, and nothing of the
 * machine (owner, group, names of users, the hour of packing) is in it.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { basename, dirname, join } from "@std/path/posix";
import type { TarHeader, TarPackController } from "modern-tar";
import {
  type Disk,
  type Host,
  openPlain,
  removeStaleTemps,
  withLock,
} from "../disk.ts";
import { attempt, failure, unknownOutcome } from "../disk/fault.ts";
import { lookAtFile } from "../disk/plain.ts";
import { discard, writeAll } from "../disk/temp.ts";
import type { OpenFile } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { MOST_ENTRIES } from "./header.ts";
import { ancestors, tilde } from "./paths.ts";
import type { StateEntry, StatePlan } from "./plan.ts";

/** What a pack left. */
export interface PackedState {
  /** The archive, without links. */
  readonly archive: string;
  /** Its bytes. */
  readonly bytes: number;
}

/** How much is read at once: larger pieces pile up before they are collected, smaller ones are slow. */
const PIECE = 32 * 1024;

/** The size that a header cannot hold. Beyond it readers need an override, and differ. */
const TOO_LARGE = 8 * 1024 ** 3;

/**
 * Packs what a plan lists into an archive that only its owner may read.
 *
 * The archive appears when it is whole and on the medium; one of that name is
 * replaced then. On failure nothing of it remains.
 *
 * @param host The disk, and the randomness of the unfinished file's name.
 * @param plan What to pack; made just before.
 * @param target The archive.
 * @returns Where it is.
 * @throws {LnkError} `state/changed` if a file is not as the plan saw it, or
 *   changes under the reading; `state/too-large`, `state/too-much`;
 *   `state/output` for a place among what moves; `disk/...` for what the
 *   operating system refuses.
 */
export async function packState(
  host: Pick<Host, "disk" | "random" | "sleep">,
  plan: StatePlan,
  target: string,
): Promise<PackedState> {
  const { disk } = host;
  const folder = attempt("use", target, () => disk.realPath(dirname(target)));
  const archive = join(folder, basename(target));
  refuseTarget(disk, plan, archive);
  refuseSizes(plan);
  return await withLock(host, folder, {}, async () => {
    removeStaleTemps(disk, folder);
    const temp = join(folder, `.lnk-${encodeHex(host.random(12))}.tmp`);
    const bytes = await writeArchive(disk, plan, temp);
    giveName(disk, temp, archive);
    return { archive, bytes };
  });
}

function refuseTarget(disk: Disk, plan: StatePlan, archive: string): void {
  lookAtFile(disk, archive);
  const among = plan.roots.find((root) =>
    `${archive}/`.startsWith(`${plan.home}/${root}/`)
  );
  if (among === undefined) return;
  throw new LnkError(
    "usage",
    "state/output",
    `Cannot put the archive at ${quote(archive)}: it is among what moves, ` +
      `in ${quote(tilde(among))}`,
  );
}

function refuseSizes({ entries }: StatePlan): void {
  if (entries.length > MOST_ENTRIES) {
    throw new LnkError(
      "refused",
      "state/too-much",
      `Cannot pack ${entries.length} files and folders: ` +
        `an archive holds at most ${MOST_ENTRIES}`,
    );
  }
  const large = entries.find(({ bytes }) => bytes >= TOO_LARGE);
  if (!large) return;
  throw new LnkError(
    "refused",
    "state/too-large",
    `Cannot pack ${quote(tilde(large.path))}: it has 8 GiB or more`,
    { details: { path: tilde(large.path) } },
  );
}

/** Writes the whole archive under its unfinished name, and says its size. */
async function writeArchive(
  disk: Disk,
  plan: StatePlan,
  temp: string,
): Promise<number> {
  const file = attempt("write", temp, () => disk.createNew(temp));
  try {
    await stream(disk, plan, file);
    return attempt("write", temp, () => {
      file.sync();
      return file.entry().size;
    });
  } catch (error) {
    discard(disk, temp);
    throw error;
  } finally {
    file.close();
  }
}

function giveName(disk: Disk, temp: string, archive: string): void {
  try {
    disk.rename(temp, archive);
  } catch (error) {
    discard(disk, temp);
    throw failure("write", archive, error);
  }
  try {
    disk.syncFolder(dirname(archive));
  } catch (error) {
    throw unknownOutcome("write", archive, error);
  }
}

/** Where files are read into, and what waits until that has been zipped. */
interface Feed {
  readonly tar: TarPackController;
  readonly piece: Uint8Array<ArrayBuffer>;
  /** Ends when the piece may be used again; fails with what ended the archive. */
  passed: PromiseWithResolvers<void>;
}

async function stream(
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
  const ids = new Map(entries.map(({ path, id }) => [path, id]));
  try {
    for (const entry of entries) {
      refuseMoved(disk, home, entry.path, ids);
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
  ids: ReadonlyMap<string, string>,
): void {
  for (const part of [...ancestors(path), path]) {
    const now = attempt(
      "read",
      tilde(part),
      () => disk.lstat(`${home}/${part}`),
    );
    if (now?.id !== ids.get(part)) throw changed(path, "it was replaced");
  }
}

function toHeader({ kind, path, bytes, mode, modified }: StateEntry) {
  const whole = modified >= 0 && modified % 1000 === 0;
  return {
    name: kind === "folder" ? `${path}/` : path,
    type: kind === "folder" ? "directory" : "file",
    size: bytes,
    mode,
    mtime: new Date(Math.max(0, modified)),
    // The header itself holds whole seconds since 1970 only.
    ...(!whole && { pax: { mtime: (modified / 1000).toFixed(3) } }),
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
