// Copyright 2026 the lnk authors. MIT license.

/**
 * What a file system can do, as far as it is needed.
 *
 * The calls are the kernel's own, one by one, so that a simulated disk can
 * fail, cut short or lose each of them. The promises are made above them.
 *
 * @module
 */

/** What stands at a path. */
export type EntryKind = "file" | "folder" | "link" | "other";

/** One name of the file system, looked at once. */
export interface Entry {
  /** What it is. */
  readonly kind: EntryKind;
  /** Bytes in it. */
  readonly size: number;
  /** Permission bits, the lower twelve. */
  readonly mode: number;
  /** Owner. */
  readonly uid: number;
  /** Group. */
  readonly gid: number;
  /** How many names it has. */
  readonly links: number;
  /** Device and inode: the same pair is the same thing. */
  readonly id: string;
  /** When its content changed, in milliseconds since 1970. */
  readonly modified: number;
  /**
   * When anything of it changed, in milliseconds since 1970; nobody can set it.
   * The runtime tells whole seconds only.
   */
  readonly changed: number;
}

/** Who else may hold a lock at the same time. */
export type LockMode = "exclusive" | "shared";

/** An open file; it stays the same file whatever happens to its name. */
export interface OpenFile extends Disposable {
  /** The path it was opened by. */
  readonly path: string;
  /** Looks at the open file itself, not at its name. */
  entry(): Entry;
  /** Reads from a position into a buffer; says how many bytes came, 0 at the end. May be fewer than fit. */
  readAt(position: number, into: Uint8Array): number;
  /** Writes at the end; says how many bytes went, which may be fewer than given. */
  write(bytes: Uint8Array): number;
  /** Cuts the file, or fills it with zeros, to a length. */
  truncate(length: number): void;
  /** Asks the medium to keep content and length. */
  sync(): void;
  /** Takes the lock, or says that another holds it; released by `close` and at the process's death. */
  tryLock(mode: LockMode): boolean;
  /** Lets go of file and lock. A second time does nothing. */
  close(): void;
}

/** The file system, as far as it is needed. Relative paths start at the current folder of the run. */
export interface Disk {
  /** The user that this process is; asking may be refused. */
  readonly uid: number;
  /** Looks at a path without following a final link; `undefined` where nothing stands. */
  lstat(path: string): Entry | undefined;
  /** Looks at what a path leads to; `undefined` where it leads to nothing. */
  stat(path: string): Entry | undefined;
  /** Where a link leads, as it is written. */
  readLink(path: string): string;
  /** The path without links. */
  realPath(path: string): string;
  /** The names in a folder, sorted. */
  list(path: string): string[];
  /** The first bytes of a file, one more than the limit where there are more. */
  read(path: string, limit: number): Uint8Array<ArrayBuffer>;
  /** Whether this user may start what a path leads to. */
  isProgram(path: string): boolean;
  /** Opens a file or folder for reading; follows links. */
  openRead(path: string): OpenFile;
  /** Opens a file for reading and for writing at its end; follows links, makes nothing. */
  openWrite(path: string): OpenFile;
  /** Makes a file of mode 0600 where nothing stands, not even a link, and opens it as `openWrite` does. */
  createNew(path: string): OpenFile;
  /** Makes a folder of mode 0700 where nothing stands. */
  mkdir(path: string): void;
  /** Gives a thing another name; a file or link that has that name is replaced. */
  rename(from: string, to: string): void;
  /** Takes a file's or link's name away. */
  remove(path: string): void;
  /** Takes an empty folder away. */
  removeFolder(path: string): void;
  /** Gives a file a second name where nothing stands. */
  link(from: string, to: string): void;
  /** Sets permission bits; follows links. */
  chmod(path: string, mode: number): void;
  /** Sets when the content changed, in milliseconds since 1970; follows links. */
  utime(path: string, modified: number): void;
  /** Asks the medium to keep a folder's names. */
  syncFolder(path: string): void;
}
