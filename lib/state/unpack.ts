// Copyright 2026 the lnk authors. MIT license.

/**
 * Unpacks an archive into a home, whole or not at all.
 *
 * @module
 */

import {
  type Disk,
  durableMkdir,
  type Entry,
  type Host,
  withLock,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { damaged } from "./header.ts";
import {
  type Move,
  moveIn,
  placesIn,
  printOf,
  takeBack,
  throughLink,
} from "./journal.ts";
import { tilde } from "./paths.ts";
import { realHome, type StateFile } from "./plan.ts";
import { type Sink, tarReader } from "./reader.ts";
import { type Staged, stageIn } from "./stage.ts";

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
}

/** The most bytes that are unpacked where nothing else is said: 8 GiB. */
export const UNPACK_LIMIT: number = 8 * 1024 ** 3;

/**
 * How much is unzipped at once. Zipped bytes grow at most a thousandfold, so
 * that a bomb never takes more than 16 MiB of memory before it is noticed.
 */
const PIECE = 16 * 1024;

/**
 * Unpacks an archive.
 *
 * All of it is checked and on the medium, in a private folder of the home,
 * before anything shows in its place. On failure nothing of it remains.
 *
 * @param host The disk, its lock's wait, and the randomness of unfinished names.
 * @param source The archive's bytes.
 * @param options Where to, and what may be replaced.
 * @returns What was unpacked.
 * @throws {LnkError} `state/damaged`, `state/entry-name`, `state/entry-kind`,
 *   `state/entry-twice`, `state/entry-header`, `state/too-much` for the
 *   archive; `state/exists`, `state/through-link`, `state/home`,
 *   `state/unfinished` for the home; `disk/...` for what the operating system
 *   refuses.
 */
export async function unpackState(
  host: Pick<Host, "disk" | "random" | "sleep">,
  source: AsyncIterable<Uint8Array>,
  options: UnpackOptions,
): Promise<UnpackedState> {
  const home = realHome(host.disk, options.home);
  return await withLock(host, home, {}, async () => {
    takeBack(host.disk, home);
    try {
      return await unpackInto(host, source, { ...options, home });
    } catch (error) {
      takeBack(host.disk, home);
      throw error;
    }
  });
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
  const moves = planMoves(disk, home, force);
  moveIn(host, home, moves);
  finish(disk, home, staged);
  return {
    home,
    files: staged.files,
    bytes: staged.files.reduce((sum, file) => sum + file.bytes, 0),
    replaced: moves.filter(({ replaces }) => replaces)
      .map(({ path }) => tilde(path)),
  };
}

/** Everything is in place for good; what is left to do cannot undo that. */
function finish(disk: Disk, home: string, { closed }: Staged): void {
  for (const { path, mode } of closed) {
    attempt("write", tilde(path), () => disk.chmod(`${home}/${path}`, mode));
  }
  takeBack(disk, home);
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

async function unzip(
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

/** The fewest renames that bring all that is staged into place. */
function planMoves(disk: Disk, home: string, force: boolean): Move[] {
  const { fresh } = placesIn(home);
  const moves: Move[] = [];
  const exists: string[] = [];
  const visit = (path: string) => {
    const staged = disk.lstat(`${fresh}/${path}`)!;
    const standing = attempt(
      "look at",
      tilde(path),
      () => disk.lstat(`${home}/${path}`),
    );
    if (standing?.kind === "link") throw throughLink(path);
    if (standing?.kind === "folder" && staged.kind === "folder") {
      for (const name of disk.list(`${fresh}/${path}`)) {
        visit(`${path}/${name}`);
      }
    } else if (!standing || mayReplace(standing, staged, path)) {
      if (standing && !force) exists.push(tilde(path));
      const print = printOf(disk, `${fresh}/${path}`)!;
      moves.push({ path, replaces: standing !== undefined, print });
    }
  };
  for (const name of disk.list(fresh)) visit(name);
  if (exists.length > 0) throw standsThere(exists);
  return moves;
}

function mayReplace(standing: Entry, staged: Entry, path: string): boolean {
  if (standing.kind === "file" && staged.kind === "file") return true;
  throw new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(tilde(path))}: the archive has a ${staged.kind} ` +
      `there, the home ${KINDS[standing.kind]}`,
    { help: "Move it away", details: { exists: [tilde(path)] } },
  );
}

const KINDS: Readonly<Record<Entry["kind"], string>> = {
  file: "a file",
  folder: "a folder",
  link: "a link",
  other: "a pipe, socket or device",
};

/** How many names an error lists. */
const SHOWN = 100;

function standsThere(exists: readonly string[]): LnkError {
  const more = exists.length > 1 ? ` and ${exists.length - 1} more` : "";
  return new LnkError(
    "conflict",
    "state/exists",
    `Cannot unpack ${quote(exists[0]!)}${more}: a file stands there`,
    { details: { exists: exists.slice(0, SHOWN), count: exists.length } },
  );
}
