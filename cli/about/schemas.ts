// Copyright 2026 the lnk authors. MIT license.

/**
 * The formats that have a JSON Schema. Each area adds a line.
 *
 * @module
 */

/** A format with a schema. */
export interface NamedSchema {
  /** What it is the schema of. */
  readonly brief: string;
  /** Builds it, when it is asked for. */
  load(): Promise<Readonly<Record<string, unknown>>>;
}

/** Schemas by name. */
export const SCHEMAS: ReadonlyMap<string, NamedSchema> = new Map([
  ["sandbox", {
    brief: "A sandbox file, for editors of TOML",
    load: async () =>
      (await import("../../lib/sandbox/schema.ts")).SANDBOX_SCHEMA,
  }],
  ["store", {
    brief: "The bridge's messages: requests, and replies by what was asked",
    load: async () =>
      (await import("../../lib/store/schema.ts")).bridgeSchema(),
  }],
  ["ledger", {
    brief: "A ledger's authority.json, and a line of its history",
    load: async () =>
      (await import("../../lib/ledger/schema.ts")).ledgerSchema(),
  }],
  ["event", {
    brief: "A record of a conversation that is an event",
    load: async () =>
      (await import("../../lib/context/schema.ts")).EVENT_SCHEMA,
  }],
  ["cursor", {
    brief: "How far a conversation and memory were read",
    load: async () =>
      (await import("../../lib/context/schema.ts")).CURSOR_SCHEMA,
  }],
  ["memory", {
    brief: "A portable document",
    load: async () =>
      (await import("../../lib/context/schema.ts")).MEMORY_SCHEMA,
  }],
  ["doctor", {
    brief: "What doctor prints with --json",
    load: async () =>
      (await import("../../lib/doctor/schema.ts")).DOCTOR_SCHEMA,
  }],
]);
