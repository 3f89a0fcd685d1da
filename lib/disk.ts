// Copyright 2026 the lnk authors. MIT license.

/**
 * The one door to the file system.
 *
 * Rules above it take a {@linkcode Disk} or a {@linkcode Host} and never touch
 * files otherwise, so that a test can put any disk under them.
 *
 * @module
 */

export type {
  Disk,
  Entry,
  EntryKind,
  LockMode,
  OpenFile,
} from "./disk/interface.ts";
export type { Host } from "./disk/host.ts";
export { realDisk } from "./disk/real.ts";
export { type Fault, faultOf } from "./disk/fault.ts";
export { type OpenMode, openPlain, readWhole } from "./disk/plain.ts";
export {
  lookAtPrivate,
  lookAtPrivateFolder,
  makePrivateFolder,
  openPrivate,
  readPrivate,
  requirePrivateFolder,
} from "./disk/private.ts";
export {
  durableMove,
  durableRemove,
  durableWrite,
  type WriteOptions,
} from "./disk/durable.ts";
export { durableAppend, settle } from "./disk/append.ts";
export { durableMkdir, ensureFolder } from "./disk/folder.ts";
export {
  listWithin,
  openWithin,
  type Place,
  removeStaleBeside,
  removeWithin,
  within,
  writeWithin,
} from "./disk/walk.ts";
export { isTemp, removeStaleTemps, type Temp } from "./disk/temp.ts";
export {
  LOCK_WAIT,
  type LockOptions,
  tryLockFolder,
  withLock,
} from "./disk/lock.ts";
