// Copyright 2026 the lnk authors. MIT license.

/**
 * How an action on a disk ended, and tests that run on either disk.
 *
 * @module
 */

import { assertThrows } from "@std/assert";
import { LnkError } from "../../lib/errors.ts";
import { type Bench, bench, BENCHES } from "./disks.ts";

/** Bytes of a text. */
export const encode = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text);

/** Text of bytes. */
export const decode = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes);

/** The error that an action ends with. */
export function failing(act: () => unknown): LnkError {
  return assertThrows(act, LnkError);
}

/** The code of the error that an action ends with. */
export function codeOf(act: () => unknown): string {
  return failing(act).code;
}

/**
 * How an action ends.
 *
 * @param act The action.
 * @returns `done`, or the kind and code of its error.
 */
export async function endOf(act: () => unknown): Promise<string> {
  try {
    await act();
    return "done";
  } catch (error) {
    if (error instanceof LnkError) return `${error.kind} ${error.code}`;
    throw error;
  }
}

/** Runs a test on either disk. */
export function onBoth(
  name: string,
  test: (bench: Bench) => void | Promise<void>,
): void {
  for (const kind of BENCHES) {
    Deno.test(`${name} (${kind})`, async () => {
      await using made = bench(kind);
      await test(made);
    });
  }
}

/** What an action returns, or the code of its error. */
export function outcome(act: () => string | undefined): string {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof LnkError) return error.code;
    throw error;
  }
}
