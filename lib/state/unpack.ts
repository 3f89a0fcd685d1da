// Copyright 2026 the lnk authors. MIT license.

/**
 * Unpacks an archive into a home, whole or not at all.
 *
 * @module
 */

import { type Disk, durableMkdir, type Host, withLock } from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { finish } from "./finish.ts";
import { placesIn, realHome } from "./home.ts";
import { moveIn } from "./journal.ts";
import { planMoves } from "./moves.ts";
import { tilde } from "./paths.ts";
import type { StateFile } from "./plan.ts";
import { type Sink, tarReader } from "./reader.ts";
import { type Staged, stageIn } from "./stage.ts";
import { takeBack } from "./take_back.ts";
import { unzip } from "./unzip.ts";

/** How to unpack. */
export interface UnpackOptions {
  /** The harness's home, which `~` stands for; may be a link itself. */
  readonly home: string;
  /** Whether files that stand there are replaced; folders never are. */
  readonly force?: boolean;
  /** The most bytes of the tar archive, unzipped; {@linkcode UNPACK_LIMIT} without it. */
  readonly maxBytes?: number;
}

/** What an unpack did. Paths start with `~/`. */
export interface UnpackedState {
  /** The home, without links. */
  readonly home: string;
  /** The files of the archive. */
  readonly files: readonly StateFile[];
  /** Bytes in them. */
  readonly bytes: number;
  /** Those that stood there before. */
  readonly replaced: readonly string[];
  /** What could not be done after all was in place for good: cleaning up, the modes of folders. */
  readonly undone: readonly string[];
}

/** The most bytes that are unpacked where nothing else is said: 8 GiB. */
export const UNPACK_LIMIT: number = 8 * 1024 ** 3;

/**
 * Unpacks an archive.
 *
 * All of it is checked and on the medium, in a private folder of the home,
 * before anything shows in its place. On failure nothing of it remains, but
 * with `state/half-done`, where taking it back failed as well.
 *
 * @param host The disk, its lock's wait, and the randomness of unfinished names.
 * @param source The archive's bytes.
 * @param options Where to, and what may be replaced.
 * @returns What was unpacked.
 * @throws {LnkError} `state/damaged`, `state/entry-name`, `state/entry-kind`,
 *   `state/entry-twice`, `state/entry-header`, `state/too-much` for the
 *   archive; `state/exists`, `state/through-link`, `state/home`,
 *   `state/unfinished`, `state/half-done` for the home; `disk/...` for what the
 *   operating system refuses.
 */
export async function unpackState(
  host: Pick<Host, "disk" | "random" | "sleep">,
  source: AsyncIterable<Uint8Array>,
  options: UnpackOptions,
): Promise<UnpackedState> {
  const home = realHome(host.disk, options.home);
  return await withLock(host, home, {}, async () => {
    await takeBack(host.disk, home);
    try {
      return await unpackInto(host, source, { ...options, home });
    } catch (error) {
      await takeBackAfter(host.disk, home);
      throw error;
    }
  });
}

/** What is left of a failed unpack is told only where the home is not as it was. */
async function takeBackAfter(disk: Disk, home: string): Promise<void> {
  try {
    await takeBack(disk, home);
  } catch (error) {
    const { journal } = placesIn(home);
    if (attempt("look at", journal, () => disk.lstat(journal))) throw error;
  }
}

async function unpackInto(
  host: Pick<Host, "disk" | "random">,
  source: AsyncIterable<Uint8Array>,
  options: UnpackOptions,
): Promise<UnpackedState> {
  const { disk } = host;
  const { home, force = false, maxBytes = UNPACK_LIMIT } = options;
  const { staging, fresh, old } = placesIn(home);
  durableMkdir(disk, staging);
  attempt("make", staging, () => [fresh, old].map((at) => disk.mkdir(at)));
  const staged = await stageAll(disk, fresh, { source, maxBytes });
  const moves = await planMoves(disk, home, force);
  moveIn(host, home, moves);
  const undone = finish(disk, home, staged);
  return {
    home,
    files: staged.files,
    bytes: staged.files.reduce((sum, file) => sum + file.bytes, 0),
    replaced: moves.filter(({ replaces }) => replaces)
      .map(({ path }) => tilde(path)),
    undone,
  };
}

async function stageAll(
  disk: Disk,
  root: string,
  { source, maxBytes }: {
    readonly source: AsyncIterable<Uint8Array>;
    readonly maxBytes: number;
  },
): Promise<Staged> {
  using stage = stageIn(disk, root);
  const reader = tarReader(within(stage, maxBytes));
  let length = 0;
  await unzip(source, (chunk) => {
    length += chunk.length;
    if (length > maxBytes) throw tooMuch(maxBytes);
    reader.push(chunk);
  });
  reader.end();
  return stage.finish();
}

/** Refuses a size by its announcement, before a byte of it is written. */
function within(sink: Sink, maxBytes: number): Sink {
  let announced = 0;
  return {
    ...sink,
    begin: (entry) => {
      announced += entry.size;
      if (announced > maxBytes) throw tooMuch(maxBytes);
      sink.begin(entry);
    },
  };
}

function tooMuch(maxBytes: number): LnkError {
  return new LnkError(
    "refused",
    "state/too-much",
    `Cannot unpack the archive: it holds more than ${maxBytes} bytes`,
    { details: { max_bytes: maxBytes } },
  );
}
