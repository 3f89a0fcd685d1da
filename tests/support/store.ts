// Copyright 2026 the lnk authors. MIT license.

/**
 * A store in a folder of a test's own.
 *
 * @module
 */

import { assert, assertRejects } from "@std/assert";
import type { Host } from "../../lib/disk.ts";
import { LnkError } from "../../lib/errors.ts";
import { fileStore, type FileStoreOptions } from "../../lib/store/files.ts";
import type { Store } from "../../lib/store/interface.ts";
import { machine } from "./machine.ts";

/** Whose store it is in tests. */
export const BINDING = { agent: "ada", owner: "eve" };

/** A folder that holds an agent's folder, and a machine with a clock to turn. */
export interface Bench extends Disposable {
  /** The agent's folder. */
  readonly root: string;
  /** The machine; its clock reads `clock.now`. */
  readonly host: Host;
  /** The clock. */
  readonly clock: { now: number };
  /** Opens the store; each is closed with the folder. */
  open(options?: FileStoreOptions): Store;
}

/**
 * Makes a folder for one test.
 *
 * @returns The folder, removed when it is disposed of.
 */
export function storeFolder(): Bench {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "lnk-" }));
  const clock = { now: Date.UTC(2026, 0, 1) };
  const stores: Store[] = [];
  const host = machine({ now: () => clock.now });
  return {
    root,
    host,
    clock,
    open: (options = {}) => {
      const store = fileStore(host, root, BINDING, options);
      stores.push(store);
      return store;
    },
    [Symbol.dispose]: () => {
      for (const store of stores) store[Symbol.dispose]();
      Deno.removeSync(root, { recursive: true });
    },
  };
}

/**
 * The text's bytes.
 *
 * @param text Any text.
 * @returns It in UTF-8.
 */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * Requires a call to fail with a code.
 *
 * @param code The code.
 * @param act The call.
 * @returns What was thrown.
 */
export async function refusedWith(
  code: string,
  act: () => Promise<unknown>,
): Promise<LnkError> {
  const error = await assertRejects(act, LnkError);
  assert(error.code === code, `${error.code}: ${error.message}, not ${code}`);
  return error;
}
