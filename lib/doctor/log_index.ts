// Copyright 2026 the lnk authors. MIT license.

/**
 * Whether the index of a log is believed at its next use.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { type OpenFile, within } from "../disk.ts";
import { entryOf } from "../disk/plain.ts";
import { LnkError } from "../errors.ts";
import type { Known } from "../store/index.ts";
import { type IndexLook, lookAtIndex } from "../store/index_look.ts";
import { knownOf } from "../store/scan.ts";
import type { Look } from "./look.ts";

/** How an index stands to its log. */
export interface IndexState {
  /**
   * Whether it is believed; `none`: not made yet, of a log that is read in a
   * moment; `closed`: what stands in the way is told by itself.
   */
  readonly state: "matches" | "in use" | "none" | "closed" | "remade";
  /** Why it is made anew, in words behind its name. */
  readonly why?: string;
  /** Up to which byte the very same log was confirmed. */
  readonly confirmed?: number;
  /** Its folder. */
  readonly folder: string;
}

/** A log of so many bytes is read in a moment: that it has no index yet is no news. */
const QUICK = 1024 * 1024;
/** How often it is looked at again, where somebody works on it. */
const TRIES = 3;
/** How long to wait before that, in milliseconds. */
const MOMENT = 50;

/**
 * Compares a log's index with the log.
 *
 * @param look What the look needs.
 * @param name The conversation.
 * @param file Its open log; `undefined` where there is none.
 * @returns How the index stands.
 */
export async function lookAtLogIndex(
  look: Pick<Look, "host" | "root">,
  name: string,
  file: OpenFile | undefined,
): Promise<IndexState> {
  const { host, root } = look;
  const way = `.lnk/store/logs/${name}`;
  const folder = join(root, way);
  for (let tries = 1;; tries++) {
    const state = compared(found(look, way, folder), file, folder);
    if (state.state !== "remade" || tries === TRIES) return state;
    await host.sleep(MOMENT);
  }
}

/**
 * Up to which byte a log was confirmed, as far as its index can tell.
 *
 * @param look What the look needs.
 * @param name The conversation.
 * @param file Its open log.
 * @returns The end of its last confirmed line; 0 where that is not known.
 */
export function confirmedBytes(
  look: Pick<Look, "host" | "root">,
  name: string,
  file: OpenFile,
): number {
  const way = `.lnk/store/logs/${name}`;
  const folder = join(look.root, way);
  return compared(found(look, way, folder), file, folder).confirmed ?? 0;
}

function found(
  { host: { disk }, root }: Pick<Look, "host" | "root">,
  way: string,
  folder: string,
): IndexLook | { readonly state: "closed" } {
  try {
    if (!within(disk, root, `${way}/name`)) return { state: "missing" };
  } catch (error) {
    if (error instanceof LnkError) return { state: "closed" };
    throw error;
  }
  try {
    return lookAtIndex(disk, folder);
  } catch (error) {
    if (!(error instanceof LnkError)) throw error;
    // What is not private is told with the permissions.
    return { state: "unusable", why: "it cannot be opened" };
  }
}

function compared(
  index: ReturnType<typeof found>,
  file: OpenFile | undefined,
  folder: string,
): IndexState {
  const { state } = index;
  if (state === "in use" || state === "closed") return { state, folder };
  if (index.state === "missing") {
    const small = file && entryOf(file).size < QUICK;
    return { state: small ? "none" : "remade", why: "is missing", folder };
  }
  if (index.state === "unusable") {
    return { state: "remade", why: `is not believed, ${index.why}`, folder };
  }
  const { known } = index;
  if (!known) return { state: "remade", why: "is empty", folder };
  if (!file) return { state: "remade", folder, confirmed: known.end };
  const now = knownOf(entryOf(file), known);
  const confirmed = known.id === now.id ? { confirmed: known.end } : {};
  if (sameLog(known, now)) return { state: "matches", folder, ...confirmed };
  const why = known.id === now.id
    ? "is not believed, the log was changed since"
    : "is not believed, it was made from another file";
  return { state: "remade", why, folder, ...confirmed };
}

function sameLog(known: Known, now: Known): boolean {
  return known.id === now.id && known.size === now.size &&
    known.modified === now.modified && known.changed === now.changed;
}
