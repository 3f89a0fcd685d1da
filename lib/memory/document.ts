// Copyright 2026 the lnk authors. MIT license.

/**
 * A portable document: a note of an agent that any adapter can read.
 *
 * Source: the specification's "Portable Context", "context::Memory" and
 * "Deletion".
 *
 * @module
 */

import { isMembers, type Members } from "../context/json_object.ts";
import { type Source, sourceFrom } from "../context/source.ts";
import { LnkError } from "../errors.ts";
import { quote } from "../text.ts";
import { membersOf } from "./json_text.ts";

/** A record that a document rests on. */
export interface Evidence {
  /** Its conversation, such as `link:main`; it need not exist any more. */
  readonly thread: string;
  /** Its sequence, from 1. */
  readonly seq: number;
}

/** The common fields of a portable document. */
export interface Memory {
  /** Its id. */
  readonly id: string;
  /** What it says; "" for a deletion. */
  readonly text: string;
  /** What it was made from. */
  readonly source?: Source;
  /** The records that it rests on. */
  readonly evidence: readonly Evidence[];
  /** When it was changed by its writer's clock, RFC 3339; for people only, nothing is ordered by it. */
  readonly modifiedAt: string;
  /** Whether it stands for a document that was deleted. */
  readonly deleted: boolean;
}

/** Members whose meaning is common; each may stand once. */
export const KNOWN: readonly string[] = [
  "id",
  "text",
  "source",
  "evidence",
  "modified_at",
  "deleted",
];

/**
 * Reads a portable document.
 *
 * @param text Its JSON text.
 * @param id The id that its path names.
 * @returns Its common fields; what is missing is empty or false.
 * @throws {LnkError} `memory/malformed` if it is no such document.
 */
export function parseMemory(text: string, id: string): Memory {
  const fields = parseDocument(text, id);
  const { text: said = "", source, evidence = [] } = fields;
  const { modified_at: modifiedAt = "", deleted = false } = fields;
  if (fields.id !== id) throw malformed(id, `its "id" is not ${quote(id)}`);
  if (typeof said !== "string") throw malformed(id, 'its "text" is no text');
  if (typeof modifiedAt !== "string") {
    throw malformed(id, 'its "modified_at" is no text');
  }
  if (typeof deleted !== "boolean") {
    throw malformed(id, 'its "deleted" is neither true nor false');
  }
  if (deleted && said !== "") {
    throw malformed(id, "it is deleted and still has text");
  }
  const made = sourceFrom(source);
  if (!made && source !== undefined && source !== null) {
    throw malformed(id, NO_SOURCE);
  }
  return {
    id,
    text: said,
    ...(made && { source: made }),
    evidence: evidenceFrom(evidence, id),
    modifiedAt,
    deleted,
  };
}

const NO_SOURCE =
  'its "source" is not {adapter, session, record}, each 1 to 256 characters';

/**
 * Requires a text to be a JSON object whose common members stand once.
 *
 * @param text The text.
 * @param id The document's id, for the message.
 * @returns The parsed object: a copy to look at, not to write back.
 * @throws {LnkError} `memory/malformed`.
 */
export function parseDocument(
  text: string,
  id: string,
): Members {
  const value = parseJson(text, id);
  if (!isMembers(value)) throw malformed(id, "it is JSON, but not an object");
  const names = membersOf(text).map(({ name }) => name);
  const twice = KNOWN.find((name) =>
    names.indexOf(name) !== names.lastIndexOf(name)
  );
  if (twice) throw malformed(id, `${quote(twice)} stands twice in it`);
  return value;
}

function parseJson(text: string, id: string): unknown {
  if (!text.isWellFormed()) {
    throw malformed(id, "half of a surrogate pair in it is no Unicode text");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(id, "it is not JSON");
  }
}

function evidenceFrom(value: unknown, id: string): readonly Evidence[] {
  if (!Array.isArray(value)) throw malformed(id, 'its "evidence" is no list');
  return value.map((item) => {
    const { thread, seq } = Object(item) as Record<string, unknown>;
    if (
      typeof thread === "string" && typeof seq === "number" &&
      Number.isSafeInteger(seq) && seq >= 1
    ) return { thread, seq };
    throw malformed(id, 'its "evidence" is not a list of {thread, seq}');
  });
}

function malformed(id: string, state: string): LnkError {
  return new LnkError(
    "refused",
    "memory/malformed",
    `Cannot use ${quote(id)} as a portable document: ${state}`,
  );
}
