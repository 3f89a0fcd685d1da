// Copyright 2026 the lnk authors. MIT license.

/**
 * Conversations that any adapter can read and add to.
 *
 * Start with {@linkcode append} to capture a record, and with
 * {@linkcode readContext} to read what others captured.
 *
 * @module
 */

export { append, type AppendOptions, type Outgoing } from "./context/append.ts";
export {
  checkCursor,
  type Cursor,
  CURSOR_LIMIT,
  cursorFields,
  type News,
  parseCursor,
} from "./context/cursor.ts";
export { type Event, eventOf, type Role } from "./context/event.ts";
export { contextMarkdown } from "./context/markdown.ts";
export {
  type ContextRequest,
  rangeOf,
  readContext,
  type RecordRange,
  recordsOf,
  type Snapshot,
  SNAPSHOT_LIMIT,
} from "./context/read.ts";
export { parseSource, type Source, withSource } from "./context/source.ts";
