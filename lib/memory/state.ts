// Copyright 2026 the lnk authors. MIT license.

/**
 * What an adapter remembers of its exports, in its own home: private, durable
 * and written whole.
 *
 * @module
 */

import { join } from "@std/path/posix";
import { jsonObject, type Members } from "../context/json_object.ts";
import {
  type Disk,
  durableWrite,
  type Host,
  makePrivateFolder,
  readPrivate,
  removeStaleTemps,
} from "../disk.ts";
import { lookAtFolder } from "../disk/plain.ts";
import { missing } from "../disk/refusal.ts";
import { LnkError } from "../errors.ts";
import type { Binding } from "../store/interface.ts";
import { parseVersion } from "../store/version.ts";
import { decodeUtf8, quote } from "../text.ts";

/** The most bytes of a state file. */
const STATE_LIMIT = 16 * 1024 * 1024;

/** A native file's last good export. */
export interface Exported {
  /** The SHA-256 of the native file's bytes, in lowercase hex. */
  readonly digest: string;
  /** The version of the shared document; 0 where it was agreed that there is none. */
  readonly version: bigint;
  /** The SHA-256 of the text that it had then, in lowercase hex; none where it had none. */
  readonly said?: string | undefined;
}

/** Whose exports are meant. */
export interface StateOwner extends Binding {
  /** The adapter. */
  readonly adapter: string;
  /** The folder of the native files: as the way down from the home, or whole. */
  readonly native: string;
}

/** The last good exports by native file. */
export type ExportState = Map<string, Exported>;

/**
 * Makes the private folder of the exports' state in an adapter's home.
 *
 * @param disk Where.
 * @param home The adapter's home; it stands already.
 * @returns The folder.
 * @throws {LnkError} `disk/missing`, `disk/link`, `disk/not-private` and as
 *   the disk does.
 */
export function exportsFolder(disk: Disk, home: string): string {
  if (!lookAtFolder(disk, home)) throw missing(home, "folder");
  let folder = home;
  for (const part of [".lnk", "agent-context", "exports"]) {
    folder = join(folder, part);
    makePrivateFolder(disk, folder);
  }
  return folder;
}

/**
 * Reads the state of an adapter's exports.
 *
 * @param disk Where.
 * @param folder The folder of the state. Hold its lock.
 * @param owner Whose state it must be.
 * @returns The last good exports; none where there is no state yet.
 * @throws {LnkError} `memory/state` if the file is not what was written, or is
 *   of another agent or owner; `memory/other-folder` if it is about another
 *   folder of native files; as the disk does.
 */
export function readState(
  disk: Disk,
  folder: string,
  owner: StateOwner,
): ExportState {
  const path = statePath(folder, owner);
  removeStaleTemps(disk, folder);
  const bytes = readPrivate(disk, path, STATE_LIMIT);
  if (!bytes) return new Map();
  const state = jsonObject(decodeUtf8(bytes) ?? "");
  if (!state) throw badState(path, "it is not what was written");
  for (const part of ["agent", "owner", "adapter"] as const) {
    if (state[part] === owner[part]) continue;
    const found = quote(String(state[part]));
    throw badState(path, `its ${part} is ${found}, not ${quote(owner[part])}`);
  }
  if (state.native !== owner.native) throw otherFolder(path, state, owner);
  const files = filesFrom(state.files);
  if (state.version === 1 && files) return files;
  throw badState(path, "it is of another version, or damaged");
}

/**
 * Keeps the state of an adapter's exports for good.
 *
 * @param host The machine.
 * @param folder The folder of the state. Hold its lock.
 * @param owner Whose state it is.
 * @param state The last good exports.
 * @throws {LnkError} As `durableWrite` does.
 */
export function writeState(
  host: Pick<Host, "disk" | "random">,
  folder: string,
  owner: StateOwner,
  state: ExportState,
): void {
  const { agent, owner: name, adapter, native } = owner;
  const files = [...state].sort(([one], [other]) => one < other ? -1 : 1)
    .map(([file, { digest, version, said }]) => [
      file,
      { digest, version: `${version}`, said },
    ]);
  const text = JSON.stringify(
    { version: 1, agent, owner: name, adapter, native, files },
  );
  const bytes = new TextEncoder().encode(text + "\n");
  durableWrite(host, statePath(folder, owner), bytes);
}

function statePath(folder: string, { adapter }: StateOwner): string {
  return join(folder, `${adapter}.json`);
}

function filesFrom(value: unknown): ExportState | undefined {
  if (!Array.isArray(value)) return undefined;
  const state: ExportState = new Map();
  for (const pair of value) {
    const [file, entry] = Array.isArray(pair) ? pair : [];
    const { digest, version, said } = Object(entry) as Record<string, unknown>;
    const at = typeof version === "string" ? parseVersion(version) : undefined;
    if (typeof file !== "string" || at === undefined) return undefined;
    if (typeof digest !== "string") return undefined;
    if (said !== undefined && typeof said !== "string") return undefined;
    state.set(file, { digest, version: at, said });
  }
  return state;
}

function otherFolder(
  path: string,
  { native }: Members,
  owner: StateOwner,
): LnkError {
  return new LnkError(
    "refused",
    "memory/other-folder",
    `Cannot export ${quote(owner.native)}: ${quote(path)} is about ` +
      quote(String(native)),
  );
}

function badState(path: string, state: string): LnkError {
  return new LnkError(
    "refused",
    "memory/state",
    `Cannot use ${quote(path)}: ${state}`,
  );
}
