// Copyright 2026 the lnk authors. MIT license.

/**
 * The library of `lnk-tool`: everything around an agent's run.
 *
 * Start with {@linkcode checkSandbox} for a sandbox file's grants.
 *
 * @example Asking a sandbox file
 * ```ts
 * import { accessTo, checkSandbox } from "@lnk/tool";
 * import { assertEquals } from "@std/assert";
 *
 * const file = new TextEncoder().encode('[commands]\nrun = ["git"]\n');
 * const { grants, findings } = checkSandbox(file);
 * assertEquals(findings, []);
 * assertEquals(accessTo(grants!.folders, "work/notes.txt").access, "write");
 * ```
 *
 * @module
 */

export {
  append,
  type AppendOptions,
  checkCursor,
  contextMarkdown,
  type ContextRequest,
  type Cursor,
  CURSOR_LIMIT,
  cursorFields,
  type Event,
  eventOf,
  type News,
  type Outgoing,
  parseCursor,
  parseSource,
  readContext,
  type RecordRange,
  recordsOf,
  type Role,
  type Snapshot,
  SNAPSHOT_LIMIT,
  type Source,
  withSource,
} from "./lib/context.ts";
export {
  carried,
  compareContracts,
  contractMatrix,
  leftBehind,
  TEXT_OMITS,
} from "./lib/contract.ts";
export {
  checkContract,
  type ContractCheck,
  type ContractOptions,
} from "./lib/contract/check.ts";
export {
  type Carried,
  type Contract,
  type ContractState,
  type Exports,
  FEATURE_PARTS,
  type FeaturePart,
  type Imports,
  type LeftBehind,
  type Part,
  PARTS,
  STATE_PARTS,
  type StatePart,
  type Switch,
  type Why,
} from "./lib/contract/types.ts";
export {
  type Area,
  type Check,
  type CheckStatus,
  type Examination,
  examine,
  type Subject,
} from "./lib/doctor.ts";
export {
  endpointPort,
  type Listener,
  type Loopback,
  realLoopback,
  type Wire,
} from "./lib/endpoint.ts";
export {
  type Probe,
  PROBE_LIMIT,
  probeEndpoint,
  type ProbeReason,
  type ProbeWorld,
} from "./lib/endpoint/probe.ts";
export {
  type Endpoint,
  type ServeOptions,
  serveProof,
} from "./lib/endpoint/serve.ts";
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
  NOT_LINKED,
} from "./lib/errors.ts";
export type { Finding, Related, Severity, Span } from "./lib/finding.ts";
export {
  type Access,
  access,
  accessTo,
  allows,
  type Answer,
  ANY,
  type Change,
  checkCommands,
  checkFolders,
  checkTeamFolders,
  type Commands,
  DEFAULT_FOLDERS,
  type Fault,
  type Folders,
  type Grants,
  isFolderName,
  isHomeFolder,
  layout,
  NOTES,
  type PathAnswer,
  type Place,
  type Presence,
  present,
  runs,
  STANDING,
  type TeamFolders,
  WHOLE,
  whole,
  type Widening,
  widening,
  writes,
  writesNotes,
} from "./lib/grants.ts";
export {
  checkSandbox,
  type Further,
  type Sandbox,
  type SandboxOptions,
} from "./lib/sandbox.ts";
export {
  type PackedState,
  packState,
  planState,
  type StateEntry,
  type StateFile,
  type StateList,
  statePathFault,
  type StatePlan,
  UNPACK_LIMIT,
  type UnpackedState,
  type UnpackOptions,
  unpackState,
} from "./lib/state.ts";
export {
  type Bridge,
  type Listener as BridgeListener,
  serveBridge,
} from "./lib/store/bridge.ts";
export { recordDigest } from "./lib/store/canonical.ts";
export { bridgeStore, openBridgeStore } from "./lib/store/client.ts";
export {
  CLIENT_LIMITS,
  type ClientLimits,
  type ClientOptions,
} from "./lib/store/connection.ts";
export { fileStore, type FileStoreOptions } from "./lib/store/files.ts";
export {
  type Appended,
  type Binding,
  type Lease,
  type ListedFile,
  type LogPage,
  type LogRange,
  type LogRecord,
  MISSING,
  type Store,
  type StoredFile,
} from "./lib/store/interface.ts";
export {
  bridgeProof,
  type Keyring,
  keyring,
  type Proven,
} from "./lib/store/keyring.ts";
export { type OpenOptions, openStore } from "./lib/store/open.ts";
export { type LogLine, logLines } from "./lib/store/raw_lines.ts";
export type { Progress } from "./lib/store/scan.ts";
export {
  BRIDGE_LIMITS,
  type BridgeLimits,
  type Service,
} from "./lib/store/service.ts";
export { serveClient } from "./lib/store/session.ts";
export { openSocket, type Socket } from "./lib/store/socket.ts";
export { realUnix, type Unix } from "./lib/store/unix.ts";
export { parseVersion, versionOf } from "./lib/store/version.ts";
export {
  type Cell,
  checkEvidence,
  type Decision,
  deleteMemory,
  type Evidence,
  type EvidenceCheck,
  EXPORT_TABLE,
  type ExportItem,
  exportMemory,
  type ExportReport,
  type ExportRequest,
  type FailedFile,
  getMemory,
  listMemory,
  type Memory,
  type MemoryChange,
  type NativeState,
  type Outcome,
  parseMemory,
  putMemory,
  reconcileMemory,
  type SharedState,
  type SkippedFile,
  type StoredMemory,
  type UncheckedEvidence,
} from "./lib/memory.ts";
export {
  admitBatch,
  type Admitted,
  type BadEntry,
  type Batch,
  type Capture,
  captureBatch,
  type Captured,
  type CaptureDelivery,
  type Delivery,
  type Drained,
  drainQueue,
  type Flaw,
  type Header,
  LARGEST_BATCH,
  MOST_BATCHES,
  MOST_BYTES,
  type Moved,
  openQueue,
  type Origin,
  prepareContext,
  type Queue,
  type QueueOptions,
  type QueueState,
  type Reason,
  scanQueue,
  setAside,
  showBatch,
  type ShownBatch,
} from "./lib/queue.ts";
export { inert, quote } from "./lib/text.ts";
export {
  CHALLENGE_HEADER,
  endpointProof,
  isChallenge,
  labelledProof,
  newChallenge,
  PROOF_HEADER,
  PROOF_PATH,
  proofMatches,
} from "./lib/proof.ts";
export {
  KEY_LIMIT,
  keyFromBytes,
  makeKeyFile,
  readKeyFile,
} from "./lib/secret.ts";
export {
  type AdmitOptions,
  type Archived,
  ARGUMENTS_LIMIT,
  type Attempt,
  type AttemptRef,
  type ClaimedCall,
  type ConsumeOptions,
  createLedger,
  type Ledger,
  type LedgerFault,
  type LedgerOptions,
  type LedgerRequest,
  ledgerSchema,
  openLedger,
  type OwnerAnswer,
  type Ownership,
  type Party,
  type Policy,
  type ProposeOptions,
  type Secret,
  type Session,
  type ShownRequest,
  type Standing,
  type Status,
  type Verdict,
  verifyLedger,
} from "./lib/ledger.ts";
