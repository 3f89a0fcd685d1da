// Copyright 2026 the lnk authors. MIT license.

/**
 * The store's files: read and listed without following a link, changed by
 * compare-and-swap under one lock.
 *
 * @module
 */

import { dirname, join } from "@std/path/posix";
import {
  type Host,
  listWithin,
  openWithin,
  readWhole,
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
import { type ListedFile, MISSING, type Store } from "./interface.ts";
import {
  LARGEST_CONTENT,
  listedTrees,
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
  return {
    fileRead: (path) => fileRead(options, path),
    fileWrite: (path, content, expect) =>
      fileWrite(options, { path, content, expect }),
    fileDelete: (path, expect) => fileDelete(options, path, expect),
    fileList: (prefix = "") => fileList(options, prefix),
  };
}

async function fileRead(options: CollectionOptions, path: string) {
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
  const limit = largest(at);
  if (content.length > limit) throw tooLarge(path, "write", limit);
  return await locked(options, async () => {
    if (expect !== undefined) await requireVersion(options, at, expect);
    const place = { root: options.root, relative: at.relative };
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
    if (expect === MISSING) return;
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
  throw new LnkError(
    "conflict",
    "store/version-conflict",
    `Cannot change ${quote(at.path)}: ` + conflictState(version, expect),
    { details: { version } },
  );
}

function conflictState(version: bigint, expect: bigint): string {
  if (version === MISSING) return "there is no such file";
  if (expect === MISSING) return `it stands already, at version ${version}`;
  return `its version is ${version}, not ${expect}`;
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

async function fileList(
  options: CollectionOptions,
  prefix: string,
): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  const rest = listedTrees(prefix).map((tree) => ({ ...tree }));
  for (let tree = rest.pop(); tree; tree = rest.pop()) {
    const { path, relative } = tree;
    const kind = kindAt(options, relative);
    if (kind === "folder") {
      const names = listWithin(options.host.disk, options.root, relative) ?? [];
      rest.push(...names.map((name) => ({
        path: `${path}/${name}`,
        relative: join(relative, name),
      })));
    } else if (kind === "file") {
      const version = await listedVersion(options, path);
      if (version !== undefined) found.push({ path, version });
    }
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

/** What stands at the end of a way without a link. */
function kindAt({ host: { disk }, root }: CollectionOptions, relative: string) {
  const place = within(disk, root, relative);
  return place &&
    attempt("look at", place.path, () => disk.lstat(place.path))?.kind;
}

/** The version of what `fileRead` would give; what it would refuse is not listed. */
async function listedVersion(
  options: CollectionOptions,
  path: string,
): Promise<bigint | undefined> {
  try {
    return (await fileRead(options, path))?.version;
  } catch (error) {
    if (error instanceof LnkError && NOT_LISTED.has(error.code)) {
      return undefined;
    }
    throw error;
  }
}

const NOT_LISTED = new Set([
  "store/path",
  "store/closed-path",
  "store/too-large",
  "disk/link",
  "disk/wrong-kind",
  "disk/many-names",
]);

function largest({ kind }: StorePath): number {
  return kind === "conversation" ? 0 : LARGEST_CONTENT[kind];
}

function expectNeeded(path: string): LnkError {
  return new LnkError(
    "usage",
    "store/expect-needed",
    `Cannot write ${quote(path)}: the version that it replaces is not named`,
  );
}

function tooLarge(path: string, act: string, limit: number): LnkError {
  return new LnkError(
    "refused",
    "store/too-large",
    `Cannot ${act} ${quote(path)}: it has more than ${limit} bytes`,
    { details: { limit } },
  );
}
