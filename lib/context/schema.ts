// Copyright 2026 the lnk authors. MIT license.

/**
 * The JSON Schemas of what is kept: records, cursors, portable documents.
 *
 * @module
 */

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const SEQUENCE = { type: "integer", minimum: 1 };

const THREAD = {
  type: "string",
  description: "A conversation.",
  pattern: "^link:[a-z0-9][a-z0-9_-]{0,63}$",
};

const VERSION = {
  type: "string",
  description: "An opaque token, compared for equality only; 0 is no file.",
  pattern: "^(?:0|[1-9][0-9]{0,19})$",
};

const PART = { type: "string", minLength: 1, maxLength: 256 };

const SOURCE = {
  type: "object",
  description: "What it was made from. It gives nobody a right to act.",
  required: ["adapter", "session", "record"],
  properties: { adapter: PART, session: PART, record: PART },
};

/** A record that is an event; others may be in the log too. */
export const EVENT_SCHEMA = {
  $schema: DIALECT,
  title: "A record of a conversation that is an event",
  type: "object",
  required: ["role"],
  properties: {
    seq: { ...SEQUENCE, description: "Its place; the store gives it." },
    role: { enum: ["user", "assistant", "tool", "summary"] },
    text: { type: ["string", "null"], description: "What was said." },
    at: { type: ["string", "null"], description: "When." },
    from: { type: ["string", "null"], description: "A name beside the role." },
    source: {
      description: "What it was made from, if it is a source; else its own.",
      anyOf: [SOURCE, true],
    },
  },
};

/** How far an adapter has read. */
export const CURSOR_SCHEMA = {
  $schema: DIALECT,
  title: "A cursor: how far a conversation and memory were read",
  type: "object",
  required: ["agent", "owner", "thread", "through_seq", "files"],
  properties: {
    agent: { type: "string" },
    owner: { type: "string" },
    thread: THREAD,
    through_seq: { type: "integer", minimum: 0 },
    files: {
      type: "object",
      description: "The version of each file that was read, by its path.",
      additionalProperties: VERSION,
    },
    all_memory: {
      type: "boolean",
      description: "Whether all portable documents were read.",
    },
  },
};

/** A portable document. */
export const MEMORY_SCHEMA = {
  $schema: DIALECT,
  title: "A portable document, memory/portable/<id>.json",
  type: "object",
  required: ["id"],
  properties: {
    id: { type: "string", pattern: "^[a-z0-9][a-z0-9._-]{0,127}$" },
    text: { type: "string", description: 'What it says; "" if deleted.' },
    source: { anyOf: [SOURCE, { type: "null" }] },
    evidence: {
      type: "array",
      description: "Records that it rests on; they need not exist any more.",
      items: {
        type: "object",
        required: ["thread", "seq"],
        properties: { thread: { type: "string" }, seq: SEQUENCE },
      },
    },
    modified_at: {
      type: "string",
      description: "The last writer's clock, for people only.",
    },
    deleted: {
      type: "boolean",
      description: "Whether it stands for a document that was deleted.",
    },
  },
};
