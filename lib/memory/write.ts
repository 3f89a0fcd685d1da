// Copyright 2026 the lnk authors. MIT license.

/**
 * Writes a file once at the version that it replaces, whatever becomes of the
 * answers.
 *
 * @module
 */

import { LnkError } from "../errors.ts";
import { MISSING, type Store } from "../store/interface.ts";
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
}

/**
 * Writes a file by compare-and-swap. After a lost answer it is looked at: what
 * stands there tells whether it was written, and writing it again at the same
 * version is safe.
 *
 * @param store Where.
 * @param writing What.
 * @returns The new version.
 * @throws {LnkError} As `fileWrite` of the store does; after a lost answer
 *   `store/version-conflict` if another text stands there.
 */
export async function writeOnce(
  store: Store,
  { path, text, expect }: Writing,
): Promise<bigint> {
  const content = new TextEncoder().encode(text);
  for (let lost = 0;;) {
    try {
      return await store.fileWrite(path, content, expect);
    } catch (error) {
      if (lost === 0 && !isLost(error)) throw error;
      if (isConflict(error)) {
        const found = await store.fileRead(path);
        if (found && same(found.content, content)) return found.version;
        throw error;
      }
      if (++lost === LOSSES || !(error instanceof LnkError)) throw error;
    }
  }
}

function isLost(error: unknown): boolean {
  return error instanceof LnkError && error.details.outcome === "unknown";
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

function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length &&
    one.every((byte, at) => byte === other[at]);
}

/**
 * The refusal of a change that names another version than the one there.
 *
 * @param path The file.
 * @param version Its version.
 * @returns An error of code `store/version-conflict`.
 */
export function versionConflict(path: string, version: bigint): LnkError {
  const state = version === MISSING
    ? "there is no such file"
    : `its version is ${version}`;
  return new LnkError(
    "conflict",
    "store/version-conflict",
    `Cannot change ${quote(path)}: ${state}`,
    { details: { version } },
  );
}
