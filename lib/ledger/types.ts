// Copyright 2026 the lnk authors. MIT license.

/**
 * What a ledger holds.
 *
 * @module
 */

/** Where an owner's request stands. */
export type Status = "pending" | "allowed" | "denied" | "claimed";

/** What an owner answers. */
export type Answer = "allow_once" | "deny";

/** A conversation and its permanent id. */
export interface Session {
  /** UUIDv7, the same for the same thread for ever. */
  readonly id: string;
  /** Such as `link:main`. */
  readonly thread: string;
}

/** The one turn attempt that may act. */
export interface Attempt {
  /** The host's name for it. */
  readonly attempt: string;
  /** The adapter's reference to what it runs in; opaque. */
  readonly binding: string;
  /** The session's id. */
  readonly session: string;
  /** The generation of the start that it belongs to. */
  readonly generation: number;
}

/** An attempt and its generation, as the host names them. */
export interface AttemptRef {
  /** The attempt's id. */
  readonly attempt: string;
  /** The generation that its admission told. */
  readonly generation: number;
}

/** One tool call that an attempt asks the owner for. */
export interface LedgerRequest {
  /** UUIDv7. */
  readonly request: string;
  /** The session's id. */
  readonly session: string;
  /** The attempt that proposed it. */
  readonly attempt: string;
  /** The attempt's generation. */
  readonly generation: number;
  /** The tool to call. */
  readonly tool: string;
  /** JSON text, byte for byte as it was proposed. */
  readonly arguments: string;
  /** Where it stands. */
  readonly status: Status;
}

/** A request as it is shown. */
export interface ShownRequest extends LedgerRequest {
  /** Whether its attempt ended before it was denied or claimed: nothing will happen by itself any more. */
  readonly recovery_required: boolean;
}

/** The start whose secret counts. */
export interface Start {
  /** Labelled SHA-256 of its secret, in hex. */
  readonly fingerprint: string;
  /** Whether `recover` ended it; its secret is refused for ever after. */
  readonly ended: boolean;
}

/** How far the history reaches. */
export interface HistoryPin {
  /** Lines in it. */
  readonly records: number;
  /** Bytes in it. */
  readonly bytes: number;
  /** Digest of its last line, in hex; of the ledger's name where there is none. */
  readonly head: string;
}

/** The content of authority.json. */
export interface LedgerState {
  /** The agent's id. */
  readonly agent: string;
  /** Who answers for it. */
  readonly owner: string;
  /** How many starts and restarts there were. */
  readonly generation: number;
  /** The last start; `null` before the first. */
  readonly start: Start | null;
  /** The active attempt. */
  readonly attempt: Attempt | null;
  /** Fingerprints of the last earlier starts, the newest last; older ones are in the history. */
  readonly spent: readonly string[];
  /** The last attempts that ended, the newest last; older ones are in the history. */
  readonly ended: readonly AttemptRef[];
  /** The last id that was given out, or "". */
  readonly last_id: string;
  /** How far the history reaches. */
  readonly history: HistoryPin;
  /** Every session. */
  readonly sessions: readonly Session[];
  /** Requests that are not in the history. */
  readonly requests: readonly LedgerRequest[];
}

/** A call that was handed out: the one time it ever is. */
export interface ClaimedCall {
  /** The request. */
  readonly request: string;
  /** The tool to call. */
  readonly tool: string;
  /** JSON text, byte for byte as the owner approved it. */
  readonly arguments: string;
}

/** Whether the host's policy allows a call now; whatever it throws refuses. */
export type Policy = (call: ClaimedCall) => boolean | Promise<boolean>;
