// Copyright 2026 the lnk authors. MIT license.

/**
 * Portable documents: an agent's notes that any adapter can read and change.
 *
 * @module
 */

export { type Evidence, type Memory, parseMemory } from "./memory/document.ts";
export {
  checkEvidence,
  type EvidenceCheck,
  type UncheckedEvidence,
} from "./memory/evidence.ts";
export {
  type Decision,
  exportMemory,
  type ExportReport,
  type ExportRequest,
  type FailedFile,
  reconcileMemory,
} from "./memory/export.ts";
export { getMemory, listMemory, type StoredMemory } from "./memory/get.ts";
export type { ExportItem } from "./memory/item.ts";
export type { SkippedFile } from "./memory/native.ts";
export { deleteMemory, type MemoryChange, putMemory } from "./memory/put.ts";
export {
  type Cell,
  EXPORT_TABLE,
  type NativeState,
  type Outcome,
  type SharedState,
} from "./memory/table.ts";
