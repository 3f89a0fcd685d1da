// Copyright 2026 the lnk authors. MIT license.

/**
 * Conversations and memory that any adapter can read and add to.
 *
 * @module
 */

export { append, type AppendOptions, type Outgoing } from "./context/append.ts";
