// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes a file once at the version that it replaces, whatever becomes of the
 * answers.
 *
 * @module
 */

import { equals } from "@std/bytes/equals";
import { LnkError } from "../errors.ts";
import type { Store, StoredFile } from "../store/interface.ts";
import { quote } from "../text.ts";

/** How often an answer may be lost before it is given up. */
const LOSSES = 5;

/** A file to write. */
export interface Writing {
  /** Its path in the store. */
  readonly path: string;
  /** Its whole text. */
  readonly text: string;
  /** The version that it replaces; 0 where there must be none. */
  readonly expect: bigint;
  /** Lets time pass before it is written again; told how often an answer was lost. */
  readonly pause?: Pause | undefined;
}

/** Lets time pass; told how often an answer was lost. */
export type Pause = (lost: number) => Promise<void>;

/**
 * Writes a file by compare-and-swap. After a lost answer it is looked at: what
 * stands there tells whether it was written, and writing it again at the same
 * version is safe.
 *
 * @param store Where.
 * @param writing What.
 * @returns The new version.
 * @throws {LnkError} As `fileWrite` of the store does; after a lost answer
 *   `store/version-conflict` if another text stands there, and
 *   `memory/outcome-unknown` (details: `outcome` "unknown", `path`) if the store
 *   cannot tell.
 */
export async function writeOnce(
  store: Store,
  { path, text, expect, pause = () => Promise.resolve() }: Writing,
): Promise<bigint> {
  const content = new TextEncoder().encode(text);
  for (let lost = 0;;) {
    try {
      return await store.fileWrite(path, content, expect);
    } catch (error) {
      if (!(error instanceof LnkError)) throw error;
      if (lost === 0 && !isLost(error)) throw error;
      if (isConflict(error)) return await find(store, { path, content, error });
      if (++lost === LOSSES) throw unknown(path, error);
      await pause(lost);
    }
  }
}

interface Found {
  readonly path: string;
  readonly content: Uint8Array;
  /** The conflict. */
  readonly error: LnkError;
}

/** Whether the version that stands there is the one whose answer was lost. */
async function find(
  store: Store,
  { path, content, error }: Found,
): Promise<bigint> {
  let file: StoredFile | undefined;
  try {
    file = await store.fileRead(path);
  } catch (cause) {
    if (!(cause instanceof LnkError)) throw cause;
    throw unknown(path, cause);
  }
  if (file && equals(file.content, content)) return file.version;
  throw error;
}

function unknown(path: string, cause: LnkError): LnkError {
  return new LnkError(
    "unable",
    "memory/outcome-unknown",
    `Cannot tell whether ${quote(path)} was changed: ${cause.message}`,
    { cause, details: { outcome: "unknown", path } },
  );
}

function isLost(error: LnkError): boolean {
  return error.details.outcome === "unknown";
}

/**
 * Whether another version stands where one was expected.
 *
 * @param error What was thrown.
 * @returns Whether it is a `store/version-conflict`.
 */
export function isConflict(error: unknown): boolean {
  return error instanceof LnkError && error.code === "store/version-conflict";
}
