// Copyright 2026 the lnk authors. MIT license.

/**
 * The bridge's socket: made so that nobody else can reach it at any moment,
 * and gone when its server is.
 *
 * It is bound in a private folder, closed for others, and only then linked to
 * its name; a link made so never replaces or follows anything.
 *
 * @module
 */

import { encodeHex } from "@std/encoding/hex";
import { basename, dirname, join } from "@std/path/posix";
import type { Disk, Host } from "../disk.ts";
import { withLock } from "../disk.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import type { Listener } from "./bridge.ts";
import { inTime } from "./stream.ts";
import type { Unix } from "./unix.ts";

/** A socket that is listened on. */
export interface Socket extends Listener {
  /** Its absolute path. */
  readonly path: string;
}

/** The longest path of a socket in bytes: the kernel keeps 108, the last for an end mark. */
const LONGEST = 107;

/** How long a server may take to let a caller in, in milliseconds. */
const ANSWER = 2000;

/**
 * Listens on a Unix socket of mode 0600.
 *
 * What a dead server left is replaced; anything else that stands there is not.
 *
 * @param host The disk, randomness, and how time passes.
 * @param unix The sockets.
 * @param path Where; its folder is this user's own, and nobody else reads or
 *   writes it.
 * @returns The socket; `close` also takes it away.
 * @throws {LnkError} `bridge/socket-folder`, `bridge/socket-taken`,
 *   `bridge/socket-in-use`, `bridge/socket-path`, `bridge/cannot-listen`, and
 *   those of `withLock`.
 */
export async function openSocket(
  host: Host,
  unix: Unix,
  path: string,
): Promise<Socket> {
  const folder = ownFolder(host.disk, dirname(path));
  const place = join(folder, basename(path));
  const nest = join(folder, `.lnk-${encodeHex(host.random(3))}`);
  for (const name of [place, `${nest}/s`]) requireShort("make", name);
  // Two servers that find the same stale socket must not remove each other's.
  return await withLock(host, folder, {}, async () => {
    removeDeadNests(host.disk, folder);
    await removeStale(host.disk, unix, place);
    return bind(host.disk, unix, { nest, place });
  });
}

/** The folder without links, if it is one where nobody else can put things. */
function ownFolder(disk: Disk, path: string): string {
  const entry = disk.lstat(path);
  const state = entry === undefined
    ? "there is no such folder"
    : entry.kind !== "folder"
    ? "it is not a folder"
    : entry.uid !== disk.uid
    ? "it belongs to another user"
    : (entry.mode & 0o022) !== 0
    ? "others may write to it"
    : (entry.mode & 0o044) !== 0
    ? "others may read it, and so hold the lock that servers take on it"
    : undefined;
  if (state === undefined) return disk.realPath(path);
  throw new LnkError(
    "refused",
    "bridge/socket-folder",
    `Cannot put a socket into ${quote(path)}: ${state}`,
    { help: "choose a folder of your own, of mode 0700" },
  );
}

/**
 * Refuses a path of a socket that the system would cut.
 *
 * @param action What is to be done there.
 * @param path The path, absolute.
 * @throws {LnkError} `bridge/socket-path`.
 */
export function requireShort(
  action: "make" | "connect to",
  path: string,
): void {
  const length = new TextEncoder().encode(path).length;
  if (length <= LONGEST) return;
  throw new LnkError(
    "usage",
    "bridge/socket-path",
    `Cannot ${action} a socket at ${
      quote(path)
    }: the path has ${length} bytes, ` +
      `the system takes at most ${LONGEST}`,
  );
}

async function removeStale(
  disk: Disk,
  unix: Unix,
  place: string,
): Promise<void> {
  const entry = disk.lstat(place);
  if (entry === undefined) return;
  const foreign = entry.uid !== disk.uid;
  if (entry.kind !== "other" || foreign || !unix.isSocket(place)) {
    throw new LnkError(
      "refused",
      "bridge/socket-taken",
      `Cannot make a socket at ${quote(place)}: ${
        entry.kind === "link"
          ? "a link stands there"
          : foreign
          ? "another user's thing stands there"
          : "something that is no socket stands there"
      }`,
    );
  }
  if (await isServed(unix, place)) {
    throw new LnkError(
      "conflict",
      "bridge/socket-in-use",
      `Cannot make a socket at ${quote(place)}: a server answers there`,
    );
  }
  disk.remove(place);
}

/** Only a clear refusal says that nobody is there. */
async function isServed(unix: Unix, place: string): Promise<boolean> {
  const caller = unix.connect(place).then((wire) => {
    wire.close();
    return true;
  }, (error) => error?.name !== "ConnectionRefused");
  return await inTime(ANSWER, caller) !== false;
}

interface Names {
  /** The private folder in which the socket is made. */
  readonly nest: string;
  /** Its name for clients. */
  readonly place: string;
}

function bind(disk: Disk, unix: Unix, { nest, place }: Names): Socket {
  const first = `${nest}/s`;
  let listener: Listener | undefined;
  try {
    disk.mkdir(nest);
    listener = unix.listen(first);
    disk.chmod(first, 0o600);
    disk.link(first, place);
  } catch (cause) {
    listener?.close();
    removeNest(disk, nest);
    throw cannotListen(place, cause);
  }
  removeNest(disk, nest);
  const id = disk.lstat(place)?.id;
  const { accept, close } = listener;
  return {
    path: place,
    accept,
    close: () => {
      // Gone from sight before it is deaf; and never another server's socket.
      if (disk.lstat(place)?.id === id) disk.remove(place);
      close();
    },
  };
}

const NEST = /^\.lnk-[0-9a-f]{6}$/;

/** Nests of servers that were killed while they bound: whoever binds holds the folder's lock. */
function removeDeadNests(disk: Disk, folder: string): void {
  for (const name of disk.list(folder).filter((name) => NEST.test(name))) {
    const nest = join(folder, name);
    const isNest = disk.lstat(nest)?.kind === "folder" &&
      disk.list(nest).every((inside) => inside === "s");
    if (isNest) removeNest(disk, nest);
  }
}

function removeNest(disk: Disk, nest: string): void {
  const first = `${nest}/s`;
  if (disk.lstat(first)) disk.remove(first);
  if (disk.lstat(nest)) disk.removeFolder(nest);
}

function cannotListen(place: string, cause: unknown): LnkError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new LnkError(
    "unable",
    "bridge/cannot-listen",
    `Cannot listen at ${quote(place)}: ${reason}`,
    { cause },
  );
}
