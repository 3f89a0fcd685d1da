// Copyright 2026 the lnk authors. MIT license.

/**
 * The store's files: read and listed without following a link, changed by
 * compare-and-swap under one lock.
 *
 * @module
 */

import { dirname } from "@std/path/posix";
import {
  type Host,
  openWithin,
  readWhole,
  removeStaleBeside,
  removeWithin,
  settle,
  within,
  withLock,
  writeWithin,
} from "../disk.ts";
import { attempt } from "../disk/fault.ts";
import { lookAtFile } from "../disk/plain.ts";
import { LnkError } from "../errors.ts";
import type { Folders } from "../grants.ts";
import { quote } from "../text.ts";
import type { Area } from "./area.ts";
import { versionConflict } from "./conflict.ts";
import { MISSING, type Store, type StoredFile } from "./interface.ts";
import { fileList } from "./listing.ts";
import {
  LARGEST_CONTENT,
  largestContent,
  requireGrant,
  type StorePath,
  storePath,
} from "./paths.ts";
import { versionOf } from "./version.ts";

/** What the files of one store need. */
export interface CollectionOptions {
  /** The machine. */
  readonly host: Host;
  /** The agent's folder, absolute. */
  readonly root: string;
  /** The store's own corner. */
  readonly area: Area;
  /** What the sandbox file grants. */
  readonly folders: Folders;
  /** The most milliseconds to wait for a lock. */
  readonly wait: number | undefined;
}

/**
 * The files of a store.
 *
 * @param options What they need.
 * @returns The calls of {@linkcode Store} that are about files.
 */
export function filesOf(
  options: CollectionOptions,
): Pick<Store, "fileRead" | "fileWrite" | "fileDelete" | "fileList"> {
  const read = (path: string) => fileRead(options, path);
  return {
    fileRead: read,
    fileWrite: (path, content, expect) =>
      fileWrite(options, { path, content, expect }),
    fileDelete: (path, expect) => fileDelete(options, path, expect),
    fileList: (prefix = "") => fileList(options, prefix, read),
  };
}

async function fileRead(
  options: CollectionOptions,
  path: string,
): Promise<StoredFile | undefined> {
  const at = storePath(path);
  if (at.kind === "conversation") {
    throw new LnkError(
      "no",
      "store/closed-path",
      `Cannot read ${quote(path)} as a file: it is a conversation`,
      { help: "lnk-tool context read reads its records" },
    );
  }
  const content = await steadyContent(options, at);
  return content && { path, version: await versionOf(content), content };
}

/** How often a file is opened again that was replaced meanwhile. */
const TRIES = 20;

/** Reads without the lock: a writer that replaces the file just then is no attack, one that does so every time is. */
async function steadyContent(options: CollectionOptions, at: StorePath) {
  for (let tried = 1;; tried++) {
    try {
      return contentOf(options, at);
    } catch (error) {
      const replaced = error instanceof LnkError &&
        error.code === "disk/changed";
      if (!replaced || tried === TRIES) throw error;
      await options.host.sleep(tried);
    }
  }
}

async function fileWrite(
  options: CollectionOptions,
  { path, content, expect }: {
    readonly path: string;
    readonly content: Uint8Array<ArrayBuffer>;
    readonly expect: bigint | undefined;
  },
): Promise<bigint> {
  const at = storePath(path);
  requireGrant(at, options.folders);
  if (expect === undefined && at.kind !== "guidance") throw expectNeeded(path);
  const limit = largestContent(at);
  if (content.length > limit) throw tooLarge(path, "write", limit);
  return await locked(options, async () => {
    if (expect !== undefined) await requireVersion(options, at, expect);
    const place = { root: options.root, relative: at.relative };
    removeStaleBeside(options.host.disk, place.root, place.relative);
    writeWithin(options.host, place, content);
    return await versionOf(content);
  });
}

async function fileDelete(
  options: CollectionOptions,
  path: string,
  expect: bigint,
): Promise<void> {
  const at = storePath(path);
  requireGrant(at, options.folders);
  await locked(options, async () => {
    await requireVersion(options, at, expect);
    // Its removal may be another's, who died before it was kept.
    if (expect === MISSING) return makeLast(options, at.relative);
    removeWithin(options.host.disk, options.root, at.relative);
  });
}

/** One lock for all files of a store, in a folder that no agent reaches. */
function locked<T>(
  { host, area, wait }: CollectionOptions,
  action: () => Promise<T>,
): Promise<T> {
  const lock = wait === undefined ? {} : { wait };
  return withLock(host, area("files"), lock, action);
}

async function requireVersion(
  options: CollectionOptions,
  at: StorePath,
  expect: bigint,
): Promise<void> {
  const content = contentOf(options, at);
  const version = content ? await versionOf(content) : MISSING;
  if (version === expect) return;
  // Who lost an answer takes this version for its own change: it must last.
  makeLast(options, at.relative);
  throw versionConflict(at.path, version, expect);
}

/** Syncs what stands at a path, or that nothing does. */
function makeLast({ host, root }: CollectionOptions, relative: string): void {
  const { disk } = host;
  const place = within(disk, root, relative);
  if (!place) return;
  const { path } = place;
  if (lookAtFile(disk, path)) settle(disk, path);
  else attempt("sync", path, () => disk.syncFolder(dirname(path)));
  place.verify();
}

function contentOf(
  { host, root }: CollectionOptions,
  at: Pick<StorePath, "path" | "relative">,
): Uint8Array<ArrayBuffer> | undefined {
  using file = openWithin(host.disk, root, at.relative, "read");
  if (!file) return undefined;
  // Whatever was put there by other hands is read up to what a request carries.
  const limit = LARGEST_CONTENT.memory;
  const content = readWhole(file, limit);
  if (content.length > limit) throw tooLarge(at.path, "read", limit);
  return content;
}

function expectNeeded(path: string): LnkError {
  return new LnkError(
    "usage",
    "store/expect-needed",
    `Cannot write ${quote(path)}: the version that it replaces is not named`,
    { details: { path } },
  );
}

/**
 * The refusal of a file that is larger than its path may hold.
 *
 * @param path The path.
 * @param act What was to be done, such as `write`.
 * @param limit The most bytes.
 * @returns An error of code `store/too-large`.
 */
export function tooLarge(
  path: string,
  act: "read" | "write",
  limit: number,
): LnkError {
  return new LnkError(
    "refused",
    "store/too-large",
    `Cannot ${act} ${quote(path)}: it has more than ${limit} bytes`,
    { details: { limit } },
  );
}
