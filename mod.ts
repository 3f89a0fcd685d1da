// Copyright 2026 the lnk authors. MIT license.

/**
 * The library of `lnk-tool`: everything around an agent's run.
 *
 * @module
 */

export {
  type Disk,
  durableWrite,
  type Entry,
  type EntryKind,
  type Host,
  type LockMode,
  type OpenFile,
  realDisk,
  type Temp,
  type WriteOptions,
} from "./lib/disk.ts";
export {
  EXIT,
  type Kind,
  LnkError,
  type LnkErrorOptions,
} from "./lib/errors.ts";
export type { Finding, Related, Severity, Span } from "./lib/finding.ts";
export { inert, quote } from "./lib/text.ts";
