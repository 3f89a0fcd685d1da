// Copyright 2026 the lnk authors. MIT license.

/**
 * Sessions, turn attempts, and calls that an owner allows once.
 *
 * A ledger fences its own calls only: it stops no process, and replaces
 * neither leases nor confinement nor a tool proxy.
 *
 * @module
 */

export { createLedger, type Ownership } from "./ledger/create.ts";
export type {
  AdmitOptions,
  Archived,
  ConsumeOptions,
  Ledger,
  LedgerOptions,
  ProposeOptions,
  Secret,
} from "./ledger/calls.ts";
export { openLedger } from "./ledger/handle.ts";
export type { Party } from "./ledger/file.ts";
export { ledgerSchema } from "./ledger/schema.ts";
export { ARGUMENTS_LIMIT } from "./ledger/names.ts";
export type { Standing } from "./ledger/request_steps.ts";
export type {
  Answer as OwnerAnswer,
  Attempt,
  AttemptRef,
  ClaimedCall,
  LedgerRequest,
  Policy,
  Session,
  ShownRequest,
  Status,
} from "./ledger/types.ts";
export {
  type LedgerFault,
  type Verdict,
  verifyLedger,
} from "./ledger/verify.ts";
